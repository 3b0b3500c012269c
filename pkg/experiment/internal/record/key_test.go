package record_test

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment/internal/record"
	"formicary/pkg/solver"
)

// TestMark: marks are those of a key as package fmt writes it, which journals of earlier versions have.
func TestMark(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := func(name string) string { return rapid.StringN(0, 80, -1).Draw(t, name) }
		k := record.Key{
			Content: text("content"), Engine: text("engine"), ConfigHash: text("parameters"), Run: rapid.Int().Draw(t, "run"), Seed: rapid.Uint64().Draw(t, "seed"), Code: text("code"),
			Budget: solver.Budget{
				Iterations: rapid.Int64().Draw(t, "iterations"), Evaluations: rapid.Int64().Draw(t, "evaluations"),
				Wall: time.Duration(rapid.Int64().Draw(t, "wall")), CPU: time.Duration(rapid.Int64().Draw(t, "cpu")),
			},
		}
		want := fmt.Sprintf("{content:%s engine:%s configHash:%s run:%d seed:%d budget:%+v code:%s}", k.Content, k.Engine, k.ConfigHash, k.Run, k.Seed, k.Budget, k.Code)
		again := rapid.IntRange(0, 3).Draw(t, "again")
		if again > 0 {
			want += fmt.Sprintf(" again %d", again)
		}
		got := k.Mark(again)
		alltest.Require(t, got == record.ShortName(want), "the mark of %s is %s", want, got)
	})
}
