package labtest

import (
	"encoding/json"
	"fmt"
)

// Notebook is a notebook of code cells, for tests that write their own. Cells
// that may fail do not end its execution.
func Notebook(cells []string, mayFail bool) []byte {
	var list []any
	for i, source := range cells {
		metadata := map[string]any{}
		if mayFail {
			metadata["tags"] = []string{"raises-exception"}
		}
		list = append(list, map[string]any{
			"cell_type": "code", "id": fmt.Sprintf("cell-%02d", i), "metadata": metadata,
			"execution_count": nil, "outputs": []any{}, "source": source,
		})
	}
	text, err := json.Marshal(map[string]any{
		"cells": list, "nbformat": 4, "nbformat_minor": 5,
		"metadata": map[string]any{"kernelspec": map[string]any{"name": "gonb", "display_name": "Go (gonb)", "language": "go"}},
	})
	if err != nil {
		panic("labtest: " + err.Error())
	}
	return text
}
