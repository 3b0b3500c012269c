package sources

import "testing"

// The text of a cell is what was compiled, or nothing.
func TestMainText(t *testing.T) {
	defer func() { cell = "" }()
	const packed = "KkhMzk5MT1XITczM4wIEAAD__w" // as the lab's go command packs it
	for told, want := range map[string]string{"": "", packed: "package main\n", packed[:9]: "", "not=packed": ""} {
		if cell = told; string(Main()) != want {
			t.Errorf("%q: %q, want %q", told, Main(), want)
		}
	}
}
