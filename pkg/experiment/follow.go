package experiment

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"formicary/pkg/experiment/internal/journal"
	"formicary/pkg/experiment/internal/record"
)

// elsewhere is who makes the runs of a plan that this process only follows.
type remote struct {
	start func(ctx context.Context, p Plan, dir string) error
	lives func(ctx context.Context, dir string) bool
}

// Remote has the runs made by others, who write journals in the plan's folder
// ([In]): [Plan.Run] follows these, and makes and writes nothing itself. It calls start
// once, unless no run is missing; an error of it ends the plan. Every few seconds it asks whether anybody lives. Where nobody does, or
// the context ends, it returns what is there, interrupted; the others go on. Records
// count as the plan's own, those of other code do not.
func Remote(start func(ctx context.Context, p Plan, dir string) error, lives func(ctx context.Context, dir string) bool) Option {
	return func(s *settings) { s.remote = &remote{start, lives} }
}

// The cadence of following: files of networks are looked at not too often, and
// schedulers less.
const (
	followEvery = 500 * time.Millisecond
	askEvery    = 5 * time.Second
)

// follow is [Session.all] for runs that others make.
func (p Plan) follow(ctx context.Context, settings settings) (*Result, error) {
	dir := settings.dir
	if dir == "" {
		return nil, fmt.Errorf("experiment: %w: runs that others make need a folder", ErrPlan)
	}
	settings.dir = "" // nothing is locked and nothing is written
	s, err := p.open(settings)
	if err != nil {
		return nil, err
	}
	f := &followed{session: s, dir: dir, find: s.plan.Finder(), read: map[string]readTo{}}
	if s.readColumns(dir); s.whole {
		s.deliverFound()
	} else {
		s.numbers = slices.Repeat([]int32{-1}, s.plan.Total())
		err = f.look(true)
		s.pool.track.report(s.pool.track.start)
	}
	if err == nil && s.pool.track.progress.Done < s.plan.Total() {
		if err = settings.remote.start(ctx, p, dir); err == nil {
			err = f.wait(ctx)
		}
	}
	result := s.finished()
	result.Warnings = append(result.Warnings, f.warnings...)
	s.pool.track.finish(result.Interrupted)
	return result, err
}

// followed are the journals of a folder, as far as they were read.
type followed struct {
	session  *Session
	dir      string
	find     func(record.Key) (engine int, puzzles []int)
	read     map[string]readTo
	warnings []string
}

// readTo is where a journal was left, at the beginning of a line.
type readTo struct {
	offset int64
	line   int
}

// wait looks until all is there, the context ends or nobody lives.
func (f *followed) wait(ctx context.Context) error {
	clock := time.NewTicker(followEvery)
	defer clock.Stop()
	asked := time.Now()
	for f.session.pool.track.progress.Done < f.session.plan.Total() {
		select {
		case <-ctx.Done():
			return nil
		case now := <-clock.C:
			gone := false
			if now.Sub(asked) >= askEvery {
				asked = now
				gone = !f.session.settings.remote.lives(ctx, f.dir)
			}
			if err := f.look(false); err != nil || gone {
				return err
			}
			f.session.pool.track.tick(now)
		}
	}
	return nil
}

// look reads what the journals have got since the last time.
func (f *followed) look(reused bool) error {
	paths, err := Journals(f.dir)
	for _, path := range paths {
		if err == nil {
			err = f.journal(path, reused)
		}
	}
	return err
}

// journal reads the lines that are whole. A damaged one is named; its run is missing.
func (f *followed) journal(path string, reused bool) error {
	file, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil // put aside meanwhile
	}
	if err != nil {
		return fmt.Errorf("experiment: %w", err)
	}
	defer file.Close()
	at := f.read[path]
	if _, err := file.Seek(at.offset, io.SeekStart); err != nil {
		return fmt.Errorf("experiment: %w", err)
	}
	for line, err := range journal.Lines(file) {
		if err != nil {
			return fmt.Errorf("experiment: %w", err)
		}
		if !line.Whole {
			break // it is read again
		}
		number := at.line + line.Number
		f.read[path] = readTo{at.offset + line.Offset + int64(len(line.Text)), number}
		r, _, err := record.Parse(path, number, line.Text)
		switch {
		case len(line.Text) <= 1:
		case err == nil:
			f.take(r, reused)
		case len(f.warnings) < journal.MostWarnings:
			f.warnings = append(f.warnings, err.Error())
		}
	}
	return nil
}

// take takes a record of the plan. The first of a run is told of; a better one takes its
// place.
func (f *followed) take(r Record, reused bool) {
	s, k := f.session, r.Key()
	engine, puzzles := f.find(k)
	first, there := s.stand.Records.Get(k)
	if puzzles == nil || there && !r.Before(first) {
		return
	}
	n := s.stand.Records.Put(k, r)
	for _, q := range puzzles {
		if !there {
			s.numbers[s.plan.Place(q, engine, r.Run)] = int32(n)
			s.deliver(n, q, reused)
		}
	}
}
