package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"formicary/pkg/analysis"
	"formicary/pkg/assets"
	"formicary/pkg/experiment/archive"
	"formicary/pkg/experiment/bundle"
	"formicary/pkg/lab"
	"formicary/pkg/show"
)

// executed is a notebook that was executed.
type executed struct {
	bundle.Notebook // as a bundle describes it, without its studies
	path            string
	page            []byte
	claims          analysis.Claims
	studies         []usedStudy
	free            func()
}

// usedStudy is a study that a notebook took records from.
type usedStudy struct {
	*archive.Study
	published bool
}

// execute executes a notebook and finds out what it took its records from. free
// removes what it wrote.
func execute(s *streams, env *lab.Env, path string, o lab.ExecuteOptions) (e *executed, err error) {
	used, free, err := assets.Scratch("formicary-used-")
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			free()
		}
	}()
	name, now := base(path), func() time.Time { return time.Now().UTC().Truncate(time.Second) }
	e = &executed{bundle.Notebook{Name: name, Mode: assets.ModeQuick, File: "notebooks/" + name + ".ipynb", Page: "pages/" + name + ".html", Started: now(), Studies: []string{}}, path, nil, nil, nil, free}
	if o.Full {
		e.Mode = assets.ModeFull
	}
	o.Env = append(o.Env, assets.UsedEnv+"="+used)
	ran, err := env.Execute(s.ctx, path, o)
	if err != nil {
		return nil, err
	}
	notebook, err := lab.ParseNotebook(path, ran)
	if err != nil {
		return nil, err
	}
	e.Finished, e.Title = now(), notebook.Title()
	for _, cell := range notebook.Cells {
		for _, out := range cell.Outputs {
			var said struct {
				Answer string
				Claims analysis.Claims
			}
			if json.Unmarshal([]byte(out.Data[show.ConclusionType]), &said) == nil {
				e.Answer, e.claims = said.Answer, said.Claims
			}
		}
	}
	if e.page, err = env.HTML(s.ctx, ran, base(path), filepath.Dir(path)); err != nil {
		return nil, err
	}
	text, err := os.ReadFile(filepath.Join(used, assets.UsedFile))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var beside []assets.Used
	for line := range bytes.Lines(text) {
		var u assets.Used
		if err := json.Unmarshal(line, &u); err != nil {
			return nil, err
		}
		if u.Beside != "" {
			beside = append(beside, u)
			continue
		}
		if slices.ContainsFunc(e.studies, func(other usedStudy) bool { return other.Name == u.Study }) {
			continue
		}
		study, err := archive.Open(u.Study)
		if u.Own {
			study, err = archive.Read(filepath.Join(used, u.Study))
		}
		if err != nil {
			return nil, err
		}
		e.studies = append(e.studies, usedStudy{study, !u.Own})
	}
	for _, u := range beside {
		has := func(s usedStudy) bool {
			return slices.ContainsFunc(s.Plans, func(p archive.Plan) bool { return slices.Contains(u.Plans, p.Name) })
		}
		if !slices.Contains(e.Beside, u.Beside) && !slices.ContainsFunc(e.studies, has) {
			e.Beside = append(e.Beside, u.Beside)
		}
	}
	return e, nil
}
