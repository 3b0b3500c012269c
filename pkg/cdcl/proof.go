package cdcl

// proof is what a search for a long proof counts, from [Solver.SetProving] on.
type proof struct {
	proving       bool
	lemmas, until int64 // learned, and as many as until the next reduction
	reductions    int64
	recent, usual float64 // means of the block distances of lemmas: of the last ones, and of all
}

// SetProving makes the search one for a long proof, from now on. It restarts once the mean block distance of the last thirty learned clauses
// or so is a tenth above that of all (Biere and Fröhlich 2015, after Audemard and Simon 2012). It drops learned clauses often, but none
// that took part in a conflict of late (Oh 2016). The reasons of learned literals make their variables active, too (Liang et al. 2016).
func (s *Solver) SetProving() { s.proving = true }

// leastRun is the least number of conflicts between two restarts.
const leastRun = 2

// lemma counts one. Means begin as if there had been many of distance 0, so a search restarts often at first. Without that, one of five
// proofs of NumberLink takes twice as many conflicts, and the others about as many.
func (p *proof) lemma(distance float64) {
	const (
		last, all = 0.03, 1e-5 // what one changes of a mean, at least
		before    = 2000
	)
	p.lemmas++
	p.recent += float64(last * (distance - p.recent))
	p.usual += float64(max(all, 1/float64(before+p.lemmas)) * (distance - p.usual))
}

// worse says that the last lemmas are worse than usual.
func (p *proof) worse() bool { return p.recent > 1.1*p.usual }
