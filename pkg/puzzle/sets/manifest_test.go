package sets_test

import (
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle/sets"
)

func TestManifestUpdate(t *testing.T) {
	const text = "# head\n\nfile a.x\nabout version 1 of something\nversion 1\ninstances 2\nsha256 00\n# why\nmake it\n\nfile b.x\nversion 1\nsha256 11\nmake that"
	m := sets.Manifest[struct{}]{File: "a.x", Version: 3, Instances: 4, SHA256: "ab"}
	const first = "# head\n\nfile a.x\nabout version 1 of something\nversion 3\ninstances 4\nsha256 ab\n# why\nmake it\n\nfile b.x\nversion 1\nsha256 11\nmake that"
	got := string(m.Update([]byte(text)))
	alltest.Check(t, got == first, "got\n%s\nwant\n%s", got, first)
	m.File = "b.x"
	const second = "# head\n\nfile a.x\nabout version 1 of something\nversion 1\ninstances 2\nsha256 00\n# why\nmake it\n\nfile b.x\ninstances 4\nversion 3\nsha256 ab\nmake that"
	got = string(m.Update([]byte(text)))
	alltest.Check(t, got == second, "a line is missing: got\n%s\nwant\n%s", got, second)
	m.File = "c.x"
	got = string(m.Update([]byte(text)))
	alltest.Check(t, got == text, "another file: got\n%s", got)
	m.File = "a.x"
	got, want := string(m.Update([]byte("file a.x"))), "file a.x\nversion 3\ninstances 4\nsha256 ab\n"
	alltest.Check(t, got == want, "nothing but a name: got\n%s\nwant\n%s", got, want)
}
