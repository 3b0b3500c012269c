package main

import (
	"encoding/json"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/charts/explore"
	"formicary/pkg/experiment/archive"
	"formicary/pkg/experiment/columns"
	"formicary/pkg/play/service"
)

// TestExplore: records are loaded once, questions about them are answered, and those about others are refused.
func TestExplore(t *testing.T) {
	study := alltest.Must(archive.Open("nurikabe-rules"))(t)
	records := alltest.Must(study.Records())(t)
	packed := columns.Set{Records: records}.Pack(columns.Extras{})
	sources := `{"id": "a", "sources": ` + string(alltest.Must(json.Marshal([]explore.Source{{Name: "nurikabe-rules", Count: len(records)}}))(t)) + `}`
	do := func(name, args string, bytes []byte) string {
		return string(alltest.Must(service.Do(t.Context(), name, json.RawMessage(args), bytes, nil, nil))(t))
	}
	for _, bytes := range [][]byte{packed, nil} {
		alltest.Equal(t, do("explore.load", sources, bytes), "true", "loading")
	}
	alltest.Has(t, do("explore.ask", `{"id": "a"}`, nil), "series", "the answer")
	said := do("explore.numbers", `{"id": "a"}`, nil)
	alltest.Check(t, strings.Count(said, `\n`) >= 3, "the numbers are %.300s", said)
	do("explore.unload", `{"id": "a"}`, nil)
	for _, id := range []string{"a", "b"} {
		if _, err := service.Do(t.Context(), "explore.ask", json.RawMessage(`{"id": "`+id+`"}`), nil, nil, nil); err == nil || !strings.Contains(err.Error(), "not loaded") {
			t.Errorf("records that left the page, and such that nobody has loaded: %v", err)
		}
	}
}
