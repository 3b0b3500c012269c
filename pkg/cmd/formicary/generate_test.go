package main

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"formicary/pkg/alltest"
	"formicary/pkg/model/generate"
	"formicary/pkg/pencil"
	"formicary/pkg/pencil/pencils"
	"formicary/pkg/puzzle/sets"
)

// writing calls itself with every text that is written.
type writing func(text []byte)

func (w writing) Write(text []byte) (int, error) {
	w(text)
	return len(text), nil
}

// TestGenerateInterrupted: the puzzles that are finished are written when the command is interrupted.
func TestGenerateInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	c := newGenerator(generate.Generator(pencil.Mosaic))
	c.Out = filepath.Join(t.TempDir(), "made.txt")
	for _, flag := range [][2]string{{"rows", "4"}, {"cols", "4"}, {"count", "1000"}} {
		alltest.OK(t, c.flags.Set(flag[0], flag[1]))
	}
	s := &streams{ctx: ctx, stderr: writing(func([]byte) { cancel() })} // "10 of 1000"
	err := c.Run(s)
	alltest.Require(t, errors.Is(err, context.Canceled), "the command ends with %v", err)
	set := alltest.Must(pencils.Of(pencil.Mosaic).Read("made", bytes.NewReader(alltest.Must(sets.ReadFile(c.Out))(t))))(t)
	alltest.Check(t, set.Len() == 10, "%d puzzles are written: expected 10", set.Len())
}

// TestGenerateTells: what is done within a puzzle is a line, and not before some time has passed.
func TestGenerateTells(t *testing.T) {
	var text bytes.Buffer
	s := &streams{ctx: t.Context(), stderr: &text}
	s.telling(time.Hour)("too soon")
	s.telling(0)("1 of 2 clues tried")
	alltest.Check(t, text.String() == "1 of 2 clues tried\n", "told %q", text.String())
}
