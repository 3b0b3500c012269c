package export

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// TestFind: puzzles are found by content in files, in the lab's sets and in
// those of others, of which it says how many; others are not.
func TestFind(t *testing.T) {
	shared := t.TempDir()
	t.Setenv(sets.DataEnv, shared)
	write := func(path, text string) puzzle.Item {
		alltest.OK(t, os.MkdirAll(filepath.Dir(path), 0o777))
		alltest.OK(t, os.WriteFile(path, []byte(text), 0o666))
		set, err := nurikabes.Kind.Read(path, strings.NewReader(text))
		if err != nil {
			return puzzle.Item{}
		}
		return set.Items[0]
	}
	mine := filepath.Join(t.TempDir(), "mine.txt")
	write(filepath.Join(shared, "nurikabe", "broken.txt"), "2.x\n")
	items := []puzzle.Item{nurikabes.Kind.MustOpen("open-908").Items[0], write(filepath.Join(shared, "nurikabe", "theirs.txt"), "3..\n...\n"), write(mine, "2.\n..\n")}
	wanted := Wanted{}
	wanted.Add(&experiment.Record{Kind: "nurikabe", Content: "0123456789abcdef"})
	for _, item := range items {
		wanted.Add(&experiment.Record{Kind: "nurikabe", Content: item.Hash().String()})
	}
	wanted.Add(&experiment.Record{Kind: "declared in a cell", Content: "0123456789abcdef"})
	b := alltest.Must(Find(wanted, []string{mine}))(t)
	alltest.Check(t, b.All == 5 && b.Shared == 1 && len(b.Texts) == 3, "%d of %d found, %d in sets of others", len(b.Texts), b.All, b.Shared)
	for _, item := range items {
		alltest.Equal(t, b.Texts[item.Hash().String()], item.Text(), item.ID())
	}
	alltest.Refused(Find(wanted, []string{mine + ".none"}))(t, ".none", "the error of a file that is not there")
}
