package formats_test

import (
	"slices"
	"testing"

	"formicary/pkg/engines"
	"formicary/pkg/puzzle/puzzletest"
	"formicary/pkg/puzzle/sets"
)

// fuzz checks a reader for all kinds that it reads: whatever the input, it does not panic, and an error names a place.
func fuzz(f *testing.F, format string) {
	kinds := map[string]sets.Kind{}
	for _, kind := range engines.Kinds() {
		if _, err := kind.Format(format); err == nil {
			kinds[kind.Name] = kind
		}
	}
	for _, c := range texts(f, "texts") {
		if kind, ok := kinds[c.kind]; ok && kind.Detect([]byte(c.text)) == format {
			f.Add(c.kind, c.text)
		}
	}
	for _, w := range writers {
		for _, name := range []string{"heyawake", "skyscraper", "kakuro", "tent", "yajilin", "galaxies", "gokigennaname", "masyu", "kenken"} {
			if w.format != format || !slices.Contains(w.kinds, name) {
				continue
			}
			b := parse(name, kinds[name].MustOpen("open").Items[0].Text())
			if f.Add(name, w.write(b)); format == "penpa" {
				f.Add(name, picture(b))
			}
		}
	}
	f.Fuzz(func(t *testing.T, name, data string) {
		kind, ok := kinds[name]
		if !ok {
			t.Skip()
		}
		puzzletest.Formats{Kind: kind, ReadsMore: []string{format}}.Stands(t, format, []byte(data))
		_ = kind.Detect([]byte(data))
	})
}

func FuzzPzprv3(f *testing.F) { fuzz(f, "pzprv3") }
func FuzzPenpa(f *testing.F)  { fuzz(f, "penpa") }
func FuzzTatham(f *testing.F) { fuzz(f, "tatham") }
func FuzzBoard(f *testing.F)  { fuzz(f, "board") }
