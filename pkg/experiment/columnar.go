package experiment

import "iter"

// Columnar has [Plan.Run] take the records of a folder ([In]) from elsewhere than its
// journals, such as from a sealed file, where that has all runs of the plan, made by the
// code of today: then no journal is read, and nothing is locked or written. Otherwise the
// journals are read as without it. Plans of engines with funcs of a cell are always read
// from the journals, since some of their runs are made again ([Result.Reuse]), unless
// others make their runs ([Remote]).
//
// read yields the records of a folder, each run once, as its journals have them; none
// where it has not at least so many, or less than the journals. Its error becomes a
// warning.
func Columnar(read func(dir string, least int) iter.Seq2[Record, error]) Option {
	return func(s *settings) { s.columnar = read }
}

// readSealed is the plan's records, ordered as in [Result]; nil where they are not all
// there.
func (s *Session) readSealed(dir string) []Record {
	if s.settings.columnar == nil {
		return nil
	}
	type configuration struct{ engine, hash, code string }
	puzzles, engines := map[string]int{}, map[configuration]int{}
	for i, h := range s.hashes {
		puzzles[h.String()] = i
	}
	for i, e := range s.manifest.Engines {
		if s.settings.remote == nil && s.promised(i) {
			return nil
		}
		engines[configuration{e.Engine, e.Hash, e.Code}] = i
	}
	if len(puzzles) < len(s.hashes) || len(engines) < len(s.engines) {
		return nil // some share records
	}
	var all []Record
	left, runs, total := s.plan.total(), s.plan.runs(), s.plan.total()
	for r, err := range s.settings.columnar(dir, total) {
		if err != nil {
			s.warnings = append(s.warnings, err.Error()+"; the journals are read instead")
			return nil
		}
		q, ours := puzzles[r.Content]
		e, known := engines[configuration{r.Engine, r.ConfigHash, r.Code}]
		if !ours || !known || r.Run < 0 || r.Run >= runs {
			continue
		}
		t := Trial{Puzzle: q, Engine: e, Run: r.Run}
		if s.job(t).key != r.key() {
			continue
		}
		if all == nil {
			all = make([]Record, total)
		}
		at := &all[(q*len(s.engines)+e)*runs+r.Run]
		if at.ConfigHash == "" {
			left--
		}
		*at = s.named(r, t)
	}
	if left > 0 {
		return nil
	}
	if err := s.manifest.earlier(s.manifest.path(dir)); err != nil {
		s.warnings = append(s.warnings, "the manifest: "+err.Error())
	}
	if s.settings.remote == nil {
		for _, e := range s.manifest.Engines {
			s.notes = append(s.notes, note{engine: e.Description, code: e.Code})
		}
	}
	return all
}

// whole is the result of a plan of which all records were there.
func (s *Session) whole(all []Record) *Result {
	for _, r := range all {
		s.count(r, true)
	}
	for _, e := range s.manifest.Engines {
		s.reused[e.Hash] = true
	}
	s.track.progress.Reuse = s.Reuse()
	s.track.report(s.track.start)
	s.track.finish(false)
	return &Result{Records: all, Warnings: s.Warnings(), Reuse: s.Reuse(), manifest: s.manifest, dir: s.settings.dir}
}
