package main

import (
	"fmt"

	"formicary/pkg/lab"
)

type labCommand struct {
	NoBrowser bool   `help:"Print the address and open no browser."`
	Port      int    `default:"0" placeholder:"PORT" help:"The port; without it the first free one from 8888 on."`
	Listen    string `default:"127.0.0.1" placeholder:"IP" help:"The address to listen on; anything but the loopback is for containers."`
	Folder    string `arg:"" optional:"" type:"existingdir" help:"The folder to open; without it the module's notebooks."`
}

func (c *labCommand) Help() string {
	return `The first start fetches JupyterLab and what else the lab needs into a cache folder (about 190 MB; the environment
variable FORMICARY_HOME moves it), and takes some tens of seconds. Later starts take a few. JupyterLab listens on
the loopback and asks for the token in the printed address; with --listen 0.0.0.0 everybody who reaches the machine
and has the token can run programs on it, so that is for containers. Ctrl-C ends it and every kernel. Where the module
is a git repository, git is told to leave the outputs of its notebooks out of commits.`
}

func (c *labCommand) Run(s *streams) error {
	env, err := prepare(s)
	if err != nil {
		return err
	}
	if c.Folder == "" {
		if err := env.StripOutputs(s.ctx); err != nil {
			fmt.Fprintf(s.stderr, "outputs of notebooks will be committed with them: %v\n", err)
		}
	}
	server, err := env.Serve(s.ctx, lab.ServeOptions{Listen: c.Listen, Port: c.Port, Folder: c.Folder, Browser: !c.NoBrowser})
	if err != nil {
		if s.ctx.Err() != nil {
			return nil
		}
		return err
	}
	fmt.Fprintf(s.stdout, "The lab is open at %s\nCtrl-C closes it.\n", server.URL)
	err = server.Wait()
	if s.ctx.Err() != nil {
		fmt.Fprintln(s.stdout, "The lab is closed.")
	}
	return err
}

// prepare makes the environment, and says so where it takes long.
func prepare(s *streams) (*lab.Env, error) {
	return lab.Prepare(s.ctx, lab.Options{Log: s.stderr})
}
