package external

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
)

// command names the parameter that has the whole command, by which [FromDescription] makes it again.
const command = "command"

// described is a command in its description: files without their folders, numbers without their values.
type described struct {
	Kind    string   `json:"kind,omitempty"`
	Format  string   `json:"format,omitempty"`
	Args    []string `json:"args"`
	Files   []string `json:"files,omitempty"`
	Worker  bool     `json:"worker,omitempty"`
	Numbers []Number `json:"numbers,omitempty"`
	Memory  uint64   `json:"memory,omitempty"`
	Version []string `json:"version,omitempty"`
	Source  string   `json:"source,omitempty"`
}

// Describe names the engine; its parameters are the numbers and the command. [Command.Program] tells versions apart.
func (c *Command) Describe() solver.Description {
	d := described{Kind: c.Kind.Name, Format: c.Format, Worker: c.Worker, Memory: c.Memory, Version: c.Version, Source: c.Source}
	for _, a := range c.Args {
		if isFile(a) {
			a = filepath.Base(a)
		}
		d.Args = append(d.Args, a)
	}
	for _, f := range c.files() {
		if f = filepath.Base(f); !slices.Contains(d.Files, f) {
			d.Files = append(d.Files, f)
		}
	}
	for _, n := range c.Numbers {
		n.Value = 0
		d.Numbers = append(d.Numbers, n)
	}
	text, _ := json.Marshal(d) // of texts and finite numbers
	return solver.Description{Engine: c.Name, Parameters: append(c.Table().Values(), solver.Parameter{Name: command, Value: string(text)})}
}

// commandOf reads the command of a description; ok is false if that has none.
func commandOf(d solver.Description) (is described, ok bool, err error) {
	i := slices.IndexFunc(d.Parameters, func(p solver.Parameter) bool { return p.Name == command })
	if ok = i >= 0; ok {
		err = json.Unmarshal([]byte(d.Parameters[i].Value), &is)
	}
	return is, ok, err
}

// Described says whether a description is that of a [Command].
func Described(d solver.Description) bool {
	_, ok, _ := commandOf(d)
	return ok
}

// Files are the names of the files that a described command needs, without their folders.
func Files(d solver.Description) []string {
	is, _, _ := commandOf(d) // what is no command has no files
	return is.Files
}

// FromDescription makes a command of its description again. The error says what of it is not here, or what is wrong. A
// description may come from anybody. Unless it is trusted, nothing of it is started: only the lab's own [Baselines] are
// made, with the recipes that this program has been built with.
func FromDescription(d solver.Description, kind func(name string) (sets.Kind, error), trusted bool) (*Command, error) {
	c, values := &Command{Name: d.Engine}, map[string]string{}
	for _, p := range d.Parameters {
		values[p.Name] = p.Value
	}
	is, ok, err := commandOf(d)
	if !ok {
		err = errors.New("it has no command")
	}
	if err == nil && is.Kind != "" {
		c.Kind, err = kind(is.Kind)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", d.Label(), err)
	}
	if !trusted {
		for _, own := range Baselines(c.Kind) {
			if own.Describe().Hash() == d.Hash() {
				return own, own.Missing()
			}
		}
		return nil, fmt.Errorf("%s runs a program, %q, which is started for a trusted plan only (--run-code)", d.Label(), is.Args)
	}
	c.Args, c.Format, c.Worker, c.Memory, c.Version, c.Source = is.Args, is.Format, is.Worker, is.Memory, is.Version, is.Source
	for _, f := range is.Files {
		if !slices.Contains(c.Args, f) {
			c.Files = append(c.Files, f)
		}
	}
	for _, n := range is.Numbers {
		if err := n.Set(values[n.Name]); err != nil {
			return nil, fmt.Errorf("%s: %s: %w", d.Label(), n.Name, err)
		}
		c.Numbers = append(c.Numbers, n)
	}
	if err := c.Validate(); err != nil {
		return nil, err
	}
	for _, f := range is.Files {
		if _, ok := find(f); !ok {
			c.Files = append(c.Files, f) // also one that an argument named: it was a file where it was described
		}
	}
	if err := c.Missing(); err != nil {
		return nil, err
	}
	if now := c.Describe(); now.Hash() != d.Hash() {
		return nil, fmt.Errorf("%s: it has other parameters here: expected %v, found %v", d.Label(), d.Parameters, now.Parameters)
	}
	return c, nil
}
