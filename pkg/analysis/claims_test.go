package analysis

import (
	"encoding/json"
	"reflect"
	"testing"

	"formicary/pkg/alltest"
)

// Claims of all three kinds come back from their JSON as they were.
func TestClaimsJSON(t *testing.T) {
	want := Claims{
		Effect{Wording: Wording{Subject: "a", Than: "b", More: "solves more often", Less: "solves less often"}, Difference: Difference{Each: []float64{0.5, 0.25}, Value: 0.25, Interval: Interval{Low: 0.1, High: 0.4}}, Evidence: Evidence{P: 0.01, Level: 0.95, Tests: 3}, Basis: "24 puzzles"},
		Default.Count("Ants solve", 30, 40, "puzzles"),
		Fact("Boards are square"),
	}
	text := alltest.Must(json.Marshal(want))(t)
	var got Claims
	err := json.Unmarshal(text, &got)
	alltest.Check(t, err == nil && reflect.DeepEqual(got, want), "%v from %s: %v", got, text, err)
	alltest.Check(t, json.Unmarshal([]byte(`[1]`), &got) != nil, "a number is %v", got)
}
