package lab

import (
	"testing"

	"formicary/pkg/alltest"
)

// A notebook that is read has cells whose types are known, and no input is worse
// than refused.
func FuzzNotebook(f *testing.F) {
	for _, text := range []string{
		`{"cells": [{"cell_type": "code", "source": ["a\n", "b"], "metadata": {}, "outputs": []}], "nbformat": 4}`,
		`{"cells": null, "nbformat": 4}`, `{"cells": {}, "nbformat": 4}`, `{"nbformat": 4}`, `{"worksheets": [], "nbformat": 3}`,
		`{"cells": [{"cell_type": "code", "source": 7}], "nbformat": 4}`, `{"cells": [null], "nbformat": 4}`,
		`{"cells": [{"cell_type": "code", "source": [null]}], "nbformat": 4}`, "{", "[]", "", "\xff",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		nb, err := ParseNotebook("in", data)
		if err != nil {
			return
		}
		for _, cell := range nb.Cells {
			alltest.Check(t, cell.Type != "", "a cell without a type")
		}
		nb.Title()
	})
}

// What is no notebook is refused with what was expected.
func TestMalformedNotebooks(t *testing.T) {
	for text, want := range map[string]string{
		`{"cells": null, "nbformat": 4}`:                                      "in: not a notebook: expected a list of cells, found none",
		`{"nbformat": 4}`:                                                     "in: not a notebook: expected a list of cells, found none",
		`{"nbformat": 3, "worksheets": []}`:                                   "in: notebook format 3: expected 4",
		`{"cells": [{"cell_type": "code", "source": 7}], "nbformat": 4}`:      `in: cell 1: expected a source that is a text or a list of lines, found "7"`,
		`{"cells": [{"cell_type": "code", "source": [null]}], "nbformat": 4}`: `in: cell 1: expected a source that is a text or a list of lines, found "[null]"`,
		`{"cells": [{"cell_type": "code"}], "nbformat": 4}`:                   `in: cell 1: expected a source that is a text or a list of lines, found ""`,
		`{"cells": [null], "nbformat": 4}`:                                    `in: cell 1: expected the type code, markdown or raw, found ""`,
		"{\n  \"cells\": [}":                                                  "in:2:13: not a notebook: invalid character '}' looking for beginning of value",
	} {
		_, err := ParseNotebook("in", []byte(text))
		alltest.Check(t, err != nil && err.Error() == want, "%s: %v, want %s", text, err, want)
	}
}
