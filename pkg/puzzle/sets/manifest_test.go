package sets_test

import (
	"testing"

	"formicary/pkg/puzzle/sets"
)

func TestManifestUpdate(t *testing.T) {
	const text = "# head\n\nfile a.x\nabout version 1 of something\nversion 1\ninstances 2\nsha256 00\n# why\nmake it\n\nfile b.x\nversion 1\nsha256 11\nmake that"
	m := sets.Manifest[struct{}]{File: "a.x", Version: 3, Instances: 4, SHA256: "ab"}
	const first = "# head\n\nfile a.x\nabout version 1 of something\nversion 3\ninstances 4\nsha256 ab\n# why\nmake it\n\nfile b.x\nversion 1\nsha256 11\nmake that"
	if got := string(m.Update([]byte(text))); got != first {
		t.Errorf("got\n%s\nwant\n%s", got, first)
	}
	m.File = "b.x"
	const second = "# head\n\nfile a.x\nabout version 1 of something\nversion 1\ninstances 2\nsha256 00\n# why\nmake it\n\nfile b.x\ninstances 4\nversion 3\nsha256 ab\nmake that"
	if got := string(m.Update([]byte(text))); got != second {
		t.Errorf("a line is missing: got\n%s\nwant\n%s", got, second)
	}
	m.File = "c.x"
	if got := string(m.Update([]byte(text))); got != text {
		t.Errorf("another file: got\n%s", got)
	}
	m.File = "a.x"
	if got, want := string(m.Update([]byte("file a.x"))), "file a.x\nversion 3\ninstances 4\nsha256 ab\n"; got != want {
		t.Errorf("nothing but a name: got\n%s\nwant\n%s", got, want)
	}
}
