//go:build !js

package columns

import (
	"errors"
	"io/fs"
	"iter"
	"os"
	"path/filepath"

	"formicary/pkg/assets"
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/internal/folder"
)

// Stream is what a folder keeps, and the runs of each of its plans until they are freed. Where all are of one plan, as it
// was last run, they are not held: its sealed file has them, or one in a temporary folder. They are in the order of that
// file then.
func Stream(dir string) (k folder.Folder, runs []iter.Seq2[experiment.Record, error], free func(), err error) {
	if k, err = folder.Of(dir, func(func(experiment.Record, error) bool) {}); err == nil && len(k.Plans) == 1 && k.Plans[0].Planned > 0 {
		plan, err := folder.Belongings(dir, k.Plans[0].Name)
		if err != nil {
			return k, nil, nil, err
		}
		sealed, warnings, free, err := sealedOf(dir)
		if err != nil {
			return k, nil, nil, err
		}
		if plan != nil && sealed.all(plan) {
			k.Warnings = append(k.Warnings, warnings...)
			named := func(yield func(experiment.Record, error) bool) {
				for r, err := range sealed.Records() {
					r.Variant = plan.Variant(r.ConfigHash)
					if !yield(r, err) {
						return
					}
				}
			}
			return k, []iter.Seq2[experiment.Record, error]{named}, free, nil
		}
		free()
	}
	if k, err = Kept(dir); err != nil {
		return k, nil, nil, err
	}
	for _, plan := range k.Plans {
		runs = append(runs, experiment.Held(plan.Records...))
	}
	return k, runs, func() {}, nil
}

// all says whether all records are of a plan, and none is of several of its puzzles.
func (s *Sealed) all(plan *folder.Belonging) bool {
	for _, b := range s.blocks {
		for _, p := range b.h.Puzzles {
			if len(plan.Puzzles(p.Content)) != 1 {
				return false
			}
		}
	}
	s.only = memberOf(plan)
	_, err := s.Columns()
	return err == nil
}

// sealedOf is the sealed file of a folder, or one of its journals that is removed when it is freed.
func sealedOf(dir string) (sealed *Sealed, warnings []string, free func(), err error) {
	if sealed, err = OpenFolder(dir); err == nil {
		return sealed, nil, func() { _ = sealed.Close() }, nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		warnings = append(warnings, instead(err))
	}
	scratch, remove, err := assets.Scratch("formicary-sealed-")
	if err != nil {
		return nil, nil, nil, err
	}
	gathered, _, err := gather(dir)
	var file *os.File
	if err == nil {
		file, err = os.Create(filepath.Join(scratch, File))
	}
	if err == nil {
		err = new(Sealing).write(file, nil, gathered)
	}
	if err == nil {
		sealed, err = OpenFolder(scratch)
	}
	if err != nil {
		remove()
		return nil, nil, nil, err
	}
	return sealed, append(warnings, gathered.Warnings...), func() { _ = sealed.Close(); remove() }, nil
}
