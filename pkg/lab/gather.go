package lab

import (
	"encoding/json"
	"slices"

	"formicary/pkg/charts/page"
)

// gather takes the outputs out of an executed notebook that say where runs come from,
// and, where all say the same, those that say the mode ("" where they do not).
func gather(executed []byte) (rest []byte, mode string, sources []page.Source, err error) {
	nb, err := rawNotebook(executed)
	if err != nil {
		return nil, "", nil, err
	}
	mode = "?"
	outputs(nb, func(html string) (drop bool) {
		if said := page.ReadMode(html); said != "" {
			if mode != "?" && mode != said {
				said = ""
			}
			mode = said
		}
		return false
	})
	if mode == "?" {
		mode = ""
	}
	outputs(nb, func(html string) (drop bool) {
		if s, ok := page.ReadSource(html); ok {
			sources = append(sources, s)
			return true
		}
		return mode != "" && page.ReadMode(html) != ""
	})
	rest, err = json.Marshal(nb)
	return rest, mode, sources, err
}

// outputs drops the outputs of a notebook for whose HTML a func says so.
func outputs(nb map[string]any, drop func(html string) bool) {
	cells, _ := nb["cells"].([]any)
	for _, c := range cells {
		cell, _ := c.(map[string]any)
		list, _ := cell["outputs"].([]any)
		if list == nil {
			continue
		}
		cell["outputs"] = slices.DeleteFunc(list, func(o any) bool {
			output, _ := o.(map[string]any)
			data, _ := output["data"].(map[string]any)
			lines, _ := data["text/html"].([]any)
			text, ok := data["text/html"].(string)
			for _, line := range lines {
				part, _ := line.(string)
				text, ok = text+part, true
			}
			return ok && drop(text)
		})
	}
}
