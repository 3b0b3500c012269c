package folder

import (
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"formicary/pkg/experiment/internal/identity"
	"formicary/pkg/experiment/internal/journal"
	"formicary/pkg/puzzle"
)

// Provenance says when and where the runs of a plan were made, as far as anybody wrote
// it down.
type Provenance struct {
	// First and Last are the days (2006-01-02, UTC) of the first and the last session.
	First string `json:"first,omitempty"`
	Last  string `json:"last,omitempty"`
	// Machines are the machines, each once: "AMD EPYC, 2 processors, linux/amd64".
	Machines []string `json:"machines,omitempty"`
	// Go are the tool chains that built the programs.
	Go []string `json:"go,omitempty"`
}

func (p *Provenance) add(sessions ...identity.Process) {
	for _, s := range sessions {
		one := Provenance{First: s.Started.UTC().Format(time.DateOnly), Last: s.Started.UTC().Format(time.DateOnly)}
		if s.Started.IsZero() {
			one = Provenance{}
		} else if !s.Finished.IsZero() {
			one.Last = s.Finished.UTC().Format(time.DateOnly)
		}
		var machine []string
		if s.Processor != "" {
			machine = append(machine, s.Processor)
		}
		if s.Processors > 0 {
			machine = append(machine, puzzle.Plural(s.Processors, "processor"))
		}
		if s.OS != "" {
			machine = append(machine, s.OS+"/"+s.Arch)
		}
		if len(machine) > 0 {
			one.Machines = []string{strings.Join(machine, ", ")}
		}
		if s.Go != "" {
			one.Go = []string{s.Go}
		}
		*p = p.And(one)
	}
}

// And is the provenance of the runs of both.
func (p Provenance) And(other Provenance) Provenance {
	out := Provenance{First: p.First, Last: max(p.Last, other.Last)}
	if out.First == "" || other.First != "" && other.First < out.First {
		out.First = other.First
	}
	union := func(a, b []string) []string {
		all := slices.Concat(a, b)
		slices.Sort(all)
		return slices.Compact(all)
	}
	out.Machines, out.Go = union(p.Machines, other.Machines), union(p.Go, other.Go)
	return out
}

// String is "recorded on 2026-11-22 (AMD EPYC, 2 processors, linux/amd64)".
func (p Provenance) String() string {
	text := "recorded"
	switch {
	case p.First == "":
	case p.First == p.Last:
		text += " on " + p.First
	default:
		text += fmt.Sprintf(" from %s to %s", p.First, p.Last)
	}
	if len(p.Machines) > 0 {
		text += " (" + strings.Join(p.Machines, "; ") + ")"
	}
	return text
}

// ProvenanceOf says when and where the records of some sessions were made, of a
// plan and of others in the folder. dir is "" where there is none.
func ProvenanceOf(those iter.Seq[string], of Manifest, dir string) (p Provenance) {
	made := map[string]bool{"": true} // of older programs
	for session := range those {
		made[session] = true
	}
	sessions := slices.Concat(of.Sessions, journal.Processes(dir))
	if dir != "" {
		others, _, _ := manifests(dir) // runs of plans that have some in common
		for _, m := range others {
			sessions = append(sessions, slices.DeleteFunc(m.Sessions, func(s identity.Process) bool { return s.ID == "" })...)
		}
	}
	for _, s := range sessions {
		if made[s.ID] {
			p.add(s)
		}
	}
	return p
}
