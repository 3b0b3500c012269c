package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"formicary/pkg/lab"
	"formicary/pkg/puzzle/sets"
)

type labCommand struct {
	NoBrowser bool   `help:"Print the address, but open no browser."`
	Port      int    `default:"0" placeholder:"PORT" help:"The port; the first free one from 8888 on by default."`
	Listen    string `default:"127.0.0.1" placeholder:"IP" help:"The address to listen on; other addresses than the loopback are for containers."`
	Folder    string `arg:"" optional:"" type:"existingdir" help:"The folder to open; the notebooks of the checkout by default."`
}

func (c *labCommand) Help() string {
	return `The first start downloads JupyterLab and what else the lab needs into a cache folder (about 190 MB; FORMICARY_HOME
moves it) and takes some tens of seconds; later starts take a few. While the lab is open for the first time it builds
gopls, by which Tab completes names and Shift-Tab shows documentation. JupyterLab listens on the loopback and asks for the
token in the printed address. With --listen 0.0.0.0 anybody who can reach the machine and has the token can run programs
on it; use that in containers only. Ctrl-C stops JupyterLab and all kernels. In a git repository, git is configured to
keep the outputs of notebooks out of commits.`
}

func (c *labCommand) Run(s *streams) error {
	env, err := prepare(s)
	if err != nil {
		return err
	}
	if c.Folder == "" {
		if err := env.StripOutputs(s.ctx); err != nil {
			fmt.Fprintf(s.stderr, "notebooks will be committed with their outputs: %v\n", err)
		}
	}
	server, err := env.Serve(s.ctx, lab.ServeOptions{Listen: c.Listen, Port: c.Port, Folder: c.Folder, Browser: !c.NoBrowser})
	if err != nil {
		return err
	}
	fmt.Fprintf(s.stdout, "The lab is open at %s\nCtrl-C closes it.\n", server.URL)
	ctx, cancel := context.WithCancel(s.ctx)
	gopls := make(chan struct{})
	go func() {
		defer close(gopls)
		bringGopls(ctx, env, s.stderr)
	}()
	err = server.Wait()
	cancel()
	<-gopls
	if s.ctx.Err() != nil {
		fmt.Fprintln(s.stdout, "The lab is closed.") // as it should be: this is how one closes it
		return nil
	}
	return err
}

// bringGopls builds gopls while the lab is open, and says what that means to its user.
func bringGopls(ctx context.Context, env *lab.Env, w io.Writer) {
	if env.HasGopls() {
		return
	}
	fmt.Fprintln(w, "gopls is being built: completion (Tab) and documentation (Shift-Tab) come in some minutes.")
	if err := env.MakeGopls(ctx, lab.Options{}); err == nil {
		fmt.Fprintln(w, "gopls is built: Tab completes names, and Shift-Tab shows documentation.")
	} else if ctx.Err() == nil {
		fmt.Fprintln(w, noGopls(err))
	}
}

// noGopls says what notebooks do without, and what to do.
func noGopls(err error) string {
	reason, _, _ := strings.Cut(err.Error(), "\n")
	return "Notebooks have no completion and no documentation: " + reason + ". With a network, formicary doctor --prepare builds it."
}

// preparePages makes what a page needs that has no notebook, and reports what takes long.
func preparePages(s *streams) (*lab.Env, error) {
	return lab.Pages(s.ctx, lab.Options{Log: s.stderr})
}

// ownPlace is where the command keeps what it makes unless told otherwise: a place in
// .formicary of the checkout, or of the working folder outside of one.
func ownPlace(elements ...string) string {
	root, err := sets.Root()
	if err != nil {
		root = ""
	}
	return filepath.Join(append([]string{root, ".formicary"}, elements...)...)
}

// prepare makes the environment, and reports what takes long.
func prepare(s *streams) (*lab.Env, error) {
	return lab.Prepare(s.ctx, lab.Options{Log: s.stderr})
}
