package tune_test

import (
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/analysis"
	"formicary/pkg/external"
	"formicary/pkg/nurikabe/nurikabes"
	"formicary/pkg/solver"
	"formicary/pkg/tune"
)

// TestProgram: the numbers of an external program are tuned as the parameters of any engine. The program takes the
// fewer evaluations the nearer its rate is to 0.75, so that the tuner has to find that.
func TestProgram(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3 on the PATH: no program is tuned")
	}
	const script = `
import json, sys
for line in sys.stdin:
    rate = json.loads(line)["parameters"]["rate"]
    print(json.dumps({"status": "solved", "board": ".###", "evaluations": 10 + round(1000 * abs(rate - 0.75))}), flush=True)
`
	set := alltest.Must(nurikabes.Kind.Read("small", strings.NewReader("nurikabe/2/2/1i")))(t)
	result, err := tune.Tuner{
		Name: "program",
		New: func() solver.Configurable {
			return &external.Command{
				Name: "program", Worker: true, Kind: nurikabes.Kind, Args: []string{python, "-c", script},
				Numbers: []external.Number{{Name: "rate", Value: 0.1, High: 1}},
			}
		},
		Puzzles: set.Take(1).Puzzles(), Budget: solver.Evaluations(2000), Measure: analysis.Evaluations, Runs: 200, Seed: 1,
	}.Run(t.Context(), nil)
	alltest.OK(t, err)
	best := result.Elites[0]
	if rate := alltest.Must(strconv.ParseFloat(best.Config["rate"], 64))(t); rate < 0.65 || rate > 0.85 || best.Mean > 200 {
		t.Errorf("the best of %d candidates has rate %v and takes %v evaluations", len(result.Candidates), rate, best.Mean)
	}
}
