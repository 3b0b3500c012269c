package labtest

import (
	"encoding/json"
	"fmt"

	"formicary/pkg/lab"
)

// Notebook is a notebook of code cells, for tests that write their own. Cells
// that may fail do not end its execution.
func Notebook(cells []string, mayFail bool) []byte {
	metadata := "{}"
	if mayFail {
		metadata = `{"tags": ["raises-exception"]}`
	}
	nb := lab.Notebook{Format: 4, Minor: 5}
	nb.Metadata.KernelSpec.Name, nb.Metadata.KernelSpec.DisplayName = lab.KernelName, "Go (gonb)"
	for i, source := range cells {
		nb.Cells = append(nb.Cells, lab.Cell{
			Type: "code", ID: fmt.Sprintf("cell-%02d", i), Source: lab.Text(source),
			Metadata: json.RawMessage(metadata), Outputs: []lab.Output{},
		})
	}
	text, err := json.Marshal(nb)
	if err != nil {
		panic("labtest: " + err.Error())
	}
	return text
}
