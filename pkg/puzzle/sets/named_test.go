package sets_test

import (
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle/sets"
)

func TestNamed(t *testing.T) {
	kinds := []sets.Kind{{Name: "nurikabe", Title: "Nurikabe"}, {Name: "masyu", Title: "Masyu", Addresses: []string{"mashu", "pearl"}}, {Name: "tent", Title: "Tents"}}
	for text, want := range map[string]string{
		"https://puzz.link/p?mashu/3/3/l00\n":                      "masyu",
		"\n# two\npearl/3/3/l00\nnurikabe/3/3/l00":                 "masyu",
		"\ufeffhttps://pzv.jp/p.html?masyu/3/3/l00":                "masyu",
		"https://puzz.link/p?nurikabe/3/3/broken!":                 "nurikabe",
		"<https://puzz.link/p?type=editor&mashu_edit/v:/3/3/l00/>": "masyu",
		"https://puzz.link/p?v:/mashu/3/3/l00":                     "masyu",
		"p?mashu%2F3%2F3%2Fl00":                                    "masyu",
		"https://puzz.link/p?pzprv3/mashu/3/3/%23%20./":            "masyu",
		"https://puzz.link/p?pzprv3.1%2Fnurikabe%2F3%2F":           "nurikabe",
		"pzprv3\r\nmashu\n3\n3\n":                                  "masyu",
		"pzprv3/nurikabe/3/3/. . ./":                               "nurikabe",
		"pzprv3\n":                                                 "",
		`{"count": 0, "name": "TENTS", "data": {}}`:                "tent",
		"{\n\"name\": \"masyu\",\n\"data\": {\"a/b\": 1}}":         "masyu",
		`{"name": "Chess", "data": {}}`:                            "",
		`{"data": {}}`:                                             "",
		`{"name": "Tents"`:                                         "",
		"https://puzz.link/p?chess/8/8/l00":                        "",
		"nurikabe\n- - 1":                                          "",
		"3 3\n- - -\n":                                             "",
		"":                                                         "",
	} {
		kind, ok := sets.Named([]byte(text), kinds)
		alltest.Check(t, kind.Name == want && ok == (want != ""), "%q names %q (%v), want %q", text, kind.Name, ok, want)
	}
}

// FuzzNamed: whatever a text is, looking for the kind that it names does not panic, and a word that is an address names one.
func FuzzNamed(f *testing.F) {
	for _, text := range []string{"https://puzz.link/p?type=editor&a/3/3/l00#x", "<a%2F3>", "pzprv3/a/3", "pzprv3\na\n", "v:/a/", "?v:/", "%", "#", `{"name": "a"}`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		kind, ok := sets.Named([]byte(text), []sets.Kind{{Name: "a"}})
		alltest.Check(t, !ok || kind.Name == "a", "%q names %v", text, kind)
		if fields := sets.Fields(text); len(fields) > 0 {
			sets.IsAddress(fields[0].Text)
		}
	})
}
