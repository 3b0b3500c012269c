package pencil_test

import (
	"regexp"
	"testing"

	"formicary/pkg/model"
	"formicary/pkg/pencil"
	"formicary/pkg/pencil/pencils"
	"formicary/pkg/puzzle/puzzletest"
)

// fuzz checks the readers of a format, of all kinds: whatever the input, none panics, an error names a place, and
// what is read is written so that it reads the same.
func fuzz(f *testing.F, format string) {
	for _, b := range boards {
		kind := kindOf(b.kind)
		if kind == nil {
			continue
		}
		f.Add(b.kind, map[string]string{"text": b.problem, "url": b.address, "puzzlekit": b.set(kind)}[format])
	}
	f.Fuzz(func(t *testing.T, name, data string) {
		kind := kindOf(name)
		if kind == nil {
			kind = pencil.Kinds()[len(name)%len(pencil.Kinds())]
		}
		if format == "url" && len(pencils.Of(kind).Addresses) == 0 {
			return
		}
		formats(kind).Stands(t, format, []byte(data))
	})
}

// TestStrangeSigns reads the boards of all kinds with one sign of each replaced by others that do not belong there, or may.
func TestStrangeSigns(t *testing.T) {
	for _, b := range boards {
		kind := kindOf(b.kind)
		if kind == nil {
			continue
		}
		for _, place := range regexp.MustCompile(`\S+`).FindAllStringIndex(b.problem, -1) {
			for _, strange := range []string{"0", "7", "40", "999", "-1", "99999999999999999999", "x", "?", "#", "é"} {
				formats(kind).Stands(t, "text", []byte(b.problem[:place[0]]+strange+b.problem[place[1]:]))
			}
		}
	}
}

func formats(kind *model.Kind) puzzletest.Formats {
	return puzzletest.Formats{Kind: pencils.Of(kind), Keeps: map[string]puzzletest.Kept{"puzzlekit": {ID: true, Solution: true}}}
}

func FuzzText(f *testing.F)      { fuzz(f, "text") }
func FuzzPuzzlekit(f *testing.F) { fuzz(f, "puzzlekit") }
func FuzzURL(f *testing.F)       { fuzz(f, "url") }
