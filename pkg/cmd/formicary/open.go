package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"formicary/pkg/assets"
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/bundle"
	"formicary/pkg/lab"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

type openCommand struct {
	Execute   bool          `name:"run" help:"Execute the notebooks on the records of the bundle, and show the new pages."`
	NoBrowser bool          `help:"Print the paths of the pages, but open no browser."`
	Out       string        `type:"path" placeholder:"DIR" help:"The folder to unpack to, in place of a bundle that is there; .formicary/bundles/NAME in the checkout or the working folder by default."`
	Timeout   time.Duration `placeholder:"TIME" help:"With --run: time limit for each notebook, such as 10m; none by default."`
	Bundle    string        `arg:"" type:"path" help:"A bundle that “formicary pack” wrote."`
}

func (c *openCommand) Run(s *streams) error {
	b, err := bundle.Open(c.Bundle)
	if err != nil {
		return badInput(missing(err, "bundle", c.Bundle, "the path of a .zip file that “formicary pack” wrote"))
	}
	defer b.Close()
	dir := c.Out
	if dir == "" {
		dir = ownPlace("bundles", experiment.Slug(base(c.Bundle)))
	} else if err := replaceable(dir); err != nil {
		return badInput(err)
	}
	if err := b.Unpack(dir); err != nil {
		return badInput(err)
	}
	pages, err := c.pages(s, dir, b.Manifest)
	if err != nil {
		return err
	}
	for i, n := range b.Manifest.Notebooks {
		fmt.Fprintf(s.stdout, "%s\n", pages[i])
		if n.Answer != "" {
			fmt.Fprintf(s.stdout, "  %s\n", line.Replace(n.Answer))
		}
	}
	made, _ := b.Manifest.Counts()
	fmt.Fprintf(s.stdout, "%s of %s in %s\n", puzzle.Plural(made, "run"), puzzle.Plural(len(b.Manifest.Studies), "study", "studies"), filepath.Join(dir, bundle.Records))
	switch { // one page shows the way to the others
	case c.NoBrowser:
		return nil
	case c.Execute:
		s.browse(pages[0])
		return nil
	}
	return serve(s, dir, b.Manifest.Notebooks)
}

// serve shows the pages of somebody else's notebooks until the context ends.
func serve(s *streams, dir string, notebooks []bundle.Notebook) error {
	listener, err := (&net.ListenConfig{}).Listen(s.ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	host, prefix := listener.Addr().String(), "/"+rand.Text()+"/"
	server := &http.Server{ReadHeaderTimeout: 10 * time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		at := slices.IndexFunc(notebooks, func(n bundle.Notebook) bool { return r.URL.Path == prefix+n.Page })
		if at < 0 || r.Host != host || r.Method != http.MethodGet {
			http.NotFound(w, r)
			return
		}
		text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(notebooks[at].Page)))
		if err != nil {
			http.NotFound(w, r)
			return
		}
		text, policy := lab.Foreign(text)
		for name, value := range map[string]string{
			"Content-Security-Policy": policy, "Content-Type": "text/html; charset=utf-8", "X-Content-Type-Options": "nosniff",
			"X-DNS-Prefetch-Control": "off", "Referrer-Policy": "no-referrer", "Cache-Control": "no-store",
		} {
			w.Header().Set(name, value)
		}
		_, _ = w.Write(text) // the reader may have gone
	})}
	stop := context.AfterFunc(s.ctx, func() { server.Close() })
	defer stop()
	address := (&url.URL{Scheme: "http", Host: host, Path: prefix + notebooks[0].Page}).String()
	fmt.Fprintf(s.stdout, "The page is open at %s until you press Ctrl-C.\n", address)
	s.browse(address)
	if err := server.Serve(listener); s.ctx.Err() == nil {
		return err
	}
	_, err = fmt.Fprintln(s.stdout, "The page is closed.")
	return err
}

// replaceable says whether a folder may be replaced: it is not there, is empty, or has
// the files and folders of a bundle and what --run has written, and no others.
func replaceable(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, os.ErrNotExist) || err == nil && len(entries) == 0 {
		return nil
	} else if err != nil {
		return err
	}
	ours := map[string]bool{bundle.SumsFile: true, pagesOfRuns: true, journalsOfRuns: true}
	sums, _ := os.ReadFile(filepath.Join(dir, bundle.SumsFile)) // without it all others are not ours
	for each := range strings.Lines(string(sums)) {
		_, name, _ := strings.Cut(strings.TrimSuffix(each, "\n"), "  ")
		top, _, _ := strings.Cut(name, "/")
		ours[top] = true
	}
	for _, e := range entries {
		if !ours[e.Name()] {
			return fmt.Errorf("%s has other files, such as %s: give another folder with --out", dir, e.Name())
		}
	}
	return nil
}

// What --run writes beside the files of the bundle.
const (
	pagesOfRuns    = "run"
	journalsOfRuns = "journals"
)

// pages are the pages of the notebooks; with --run, those of what they show now.
func (c *openCommand) pages(s *streams, dir string, m bundle.Manifest) (pages []string, err error) {
	if !c.Execute {
		for _, n := range m.Notebooks {
			pages = append(pages, filepath.Join(dir, filepath.FromSlash(n.Page)))
		}
		return pages, nil
	}
	// For the kernel, and for this program, which reads what the kernel took.
	for name, value := range map[string]string{assets.RecordsEnv: filepath.Join(dir, bundle.Records), assets.RunsEnv: filepath.Join(dir, journalsOfRuns), sets.DataEnv: ""} {
		if err := os.Setenv(name, value); err != nil {
			return nil, err
		}
	}
	env, err := prepare(s)
	if err != nil {
		return nil, err
	}
	for _, n := range m.Notebooks {
		o := executing{Timeout: c.Timeout}.options(s, n.File)
		o.Full = n.Mode == assets.ModeFull
		e, err := execute(s, env, filepath.Join(dir, filepath.FromSlash(n.File)), o)
		if err != nil {
			return nil, err
		}
		e.free()
		page := filepath.Join(dir, pagesOfRuns, n.Name+".html")
		if err := errors.Join(os.MkdirAll(filepath.Dir(page), 0o777), os.WriteFile(page, e.page, 0o666)); err != nil {
			return nil, err
		}
		pages = append(pages, page)
	}
	return pages, nil
}
