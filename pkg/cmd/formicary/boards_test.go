package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"formicary/pkg/experiment"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// TestFindBoards: puzzles are found by content in files, in the lab's sets and in
// those of others, of which it says how many; others are not.
func TestFindBoards(t *testing.T) {
	shared := t.TempDir()
	t.Setenv(sets.DataEnv, shared)
	write := func(path, text string) puzzle.Item {
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		set, err := nurikabes.Kind.Read(path, strings.NewReader(text))
		if err != nil {
			return puzzle.Item{}
		}
		return set.Items[0]
	}
	mine := filepath.Join(t.TempDir(), "mine.txt")
	write(filepath.Join(shared, "nurikabe", "broken.txt"), "2.x\n")
	items := []puzzle.Item{nurikabes.Kind.MustOpen("open-908").Items[0], write(filepath.Join(shared, "nurikabe", "theirs.txt"), "3..\n...\n"), write(mine, "2.\n..\n")}
	records := []experiment.Record{{Kind: "nurikabe", Content: "0123456789abcdef"}, {Kind: "nurikabe", Content: "0123456789abcdef"}}
	for _, item := range items {
		records = append(records, experiment.Record{Kind: "nurikabe", Content: item.Hash().String()})
	}
	records = append(records, experiment.Record{Kind: "declared in a cell", Content: "0123456789abcdef"})
	b, err := findBoards(records, []string{mine})
	if err != nil {
		t.Fatal(err)
	}
	if b.all != 5 || b.shared != 1 || len(b.texts) != 3 {
		t.Errorf("%d of %d found, %d in sets of others", len(b.texts), b.all, b.shared)
	}
	for _, item := range items {
		if got := b.texts[item.Hash().String()]; got != item.Text() {
			t.Errorf("%s: %q", item.ID(), got)
		}
	}
	if _, err := findBoards(records, []string{mine + ".none"}); err == nil || !strings.Contains(err.Error(), ".none") {
		t.Errorf("the error of a file that is not there: %v", err)
	}
}
