package lab

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
)

// Notebook is what the lab reads of an .ipynb file (nbformat 4).
type Notebook struct {
	Cells    []Cell   `json:"cells"`
	Metadata Metadata `json:"metadata"`
	Format   int      `json:"nbformat"`
	Minor    int      `json:"nbformat_minor"`
}

// Metadata is what the lab reads of a notebook's metadata.
type Metadata struct {
	KernelSpec struct {
		Name string `json:"name"`
		// DisplayName is the name that people read.
		DisplayName string `json:"display_name,omitzero"`
	} `json:"kernelspec,omitzero"`
}

// Cell is one cell of a notebook.
type Cell struct {
	// Type is "code", "markdown" or "raw".
	Type           string          `json:"cell_type"`
	ID             string          `json:"id,omitzero"`
	Source         Text            `json:"source"`
	Outputs        []Output        `json:"outputs,omitzero"`
	ExecutionCount *int            `json:"execution_count,omitzero"`
	Metadata       json.RawMessage `json:"metadata"`
}

// Output is one output of a code cell.
type Output struct {
	// Type is "stream", "display_data", "execute_result" or "error".
	Type string `json:"output_type"`
	// Name is a stream's name, "stdout" or "stderr", and Text what it got.
	Name string `json:"name"`
	Text Text   `json:"text"`
	// Data are the forms of what is displayed, by media type. Forms that are
	// not text are left as JSON.
	Data map[string]Text `json:"data"`
	// ErrorName, ErrorValue and Traceback describe an error.
	ErrorName  string   `json:"ename"`
	ErrorValue string   `json:"evalue"`
	Traceback  []string `json:"traceback"`
}

// Text is a text that notebooks write as one string or as a list of lines.
type Text string

// UnmarshalJSON reads a string, a list of strings, or anything else as it is.
func (t *Text) UnmarshalJSON(data []byte) error {
	var lines []string
	if json.Unmarshal(data, &lines) == nil {
		*t = Text(strings.Join(lines, ""))
		return nil
	}
	var text string
	if json.Unmarshal(data, &text) == nil {
		*t = Text(text)
		return nil
	}
	*t = Text(data)
	return nil
}

// mostCells is the most cells of a notebook.
const mostCells = 10_000

// ParseNotebook reads a notebook: nbformat 4, with a list of at most 10,000 cells
// whose sources are texts. The source names it in errors, which say the line and
// column of what is no notebook at all, and the number of the cell else.
func ParseNotebook(source string, data []byte) (Notebook, error) {
	var nb Notebook
	if err := sets.Unmarshal(source, data, &nb, "not a notebook"); err != nil {
		return Notebook{}, err
	}
	if nb.Format != 4 {
		return Notebook{}, fmt.Errorf("%s: notebook format %d: expected 4", source, nb.Format)
	}
	if nb.Cells == nil {
		return Notebook{}, fmt.Errorf("%s: not a notebook: expected a list of cells, found none", source)
	}
	if n := len(nb.Cells); n > mostCells {
		return Notebook{}, fmt.Errorf("%s: expected at most %d cells, found %d", source, mostCells, n)
	}
	var raw struct {
		Cells []struct {
			Source json.RawMessage `json:"source"`
		} `json:"cells"`
	}
	if err := json.Unmarshal(data, &raw); err != nil {
		return Notebook{}, fmt.Errorf("%s: not a notebook: %w", source, err)
	}
	for i, cell := range nb.Cells {
		if cell.Type != "code" && cell.Type != "markdown" && cell.Type != "raw" {
			return Notebook{}, fmt.Errorf("%s: cell %d: expected the type code, markdown or raw, found %s", source, i+1, puzzle.Quote(cell.Type))
		}
		if text := bytes.TrimSpace(raw.Cells[i].Source); len(text) == 0 || !isText(text) {
			return Notebook{}, fmt.Errorf("%s: cell %d: expected a source that is a text or a list of lines, found %s", source, i+1, puzzle.Quote(string(text)))
		}
	}
	return nb, nil
}

// rawNotebook is all of a notebook's JSON, with numbers as they are written.
func rawNotebook(data []byte) (nb map[string]any, err error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	err = d.Decode(&nb)
	return nb, err
}

// isText says whether JSON is a string or a list of strings.
func isText(data []byte) bool {
	var text *string
	var lines []*string
	return json.Unmarshal(data, &text) == nil && text != nil || json.Unmarshal(data, &lines) == nil && lines != nil && !slices.Contains(lines, nil)
}

// ReadNotebook reads a notebook from a regular file of at most
// [sets.MostBytes].
func ReadNotebook(path string) (Notebook, error) {
	data, err := sets.ReadFile(path)
	if err != nil {
		return Notebook{}, err
	}
	return ParseNotebook(path, data)
}

// Title is the first heading of the notebook, or empty.
func (nb Notebook) Title() string {
	for _, cell := range nb.Cells {
		if cell.Type != "markdown" {
			continue
		}
		for line := range strings.Lines(string(cell.Source)) {
			if heading, ok := strings.CutPrefix(line, "# "); ok {
				return strings.TrimSpace(heading)
			}
		}
	}
	return ""
}

// failure says what went wrong in an executed cell: the errors among its outputs
// and what the program wrote to its standard error. It is empty when nothing did.
func (c Cell) failure() string {
	var parts []string
	failed := false
	for _, o := range c.Outputs {
		switch {
		case o.Type == "stream" && o.Name == "stderr":
			parts = append(parts, strings.TrimSpace(string(o.Text)))
		case o.Type == "error":
			failed = true
			if o.ErrorValue != "" && !strings.Contains(strings.Join(parts, "\n"), o.ErrorValue) {
				parts = append(parts, strings.TrimSpace(o.ErrorValue))
			}
		}
	}
	if !failed {
		return ""
	}
	return strings.Join(parts, "\n")
}
