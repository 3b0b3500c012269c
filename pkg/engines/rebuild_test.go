package engines_test

import (
	"flag"
	"math/rand/v2"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"formicary/pkg/alltest"
	"formicary/pkg/engines"
	"formicary/pkg/nurikabe/acs"
	"formicary/pkg/puzzle"
	"formicary/pkg/solver"
)

// words are what may be a name among the values of a parameter.
var words = regexp.MustCompile(`[a-z0-9][a-z0-9-]*`)

// drawn sets some parameters of an engine to drawn values of their types.
func drawn(t *rapid.T, s solver.Configurable) {
	solver.NewFlags(s.Table().Define).VisitAll(func(f *flag.Flag) {
		if !rapid.Bool().Draw(t, f.Name+" differs") {
			return
		}
		var holds any
		if g, ok := f.Value.(flag.Getter); ok {
			holds = g.Get()
		}
		text := ""
		switch holds.(type) {
		case bool:
			text = map[bool]string{false: "false", true: "true"}[rapid.Bool().Draw(t, f.Name)]
		case int, int64, float64:
			text = rapid.SampledFrom([]string{"0", "1", "7", "-3", "1000000"}).Draw(t, f.Name)
			if _, ok := holds.(float64); ok {
				text = rapid.SampledFrom([]string{text, "0.1", "1e-300", "0.30000000000000004"}).Draw(t, f.Name)
			}
		default:
			text = rapid.SampledFrom(words.FindAllString(f.Usage+" "+f.DefValue+" 0 a", -1)).Draw(t, f.Name)
		}
		_ = f.Value.Set(text) // a word that is no name leaves it
	})
}

// TestFromDescription: an engine with any parameters and any variant comes back from
// its description with the same hash and the same type.
func TestFromDescription(t *testing.T) {
	all := engines.All()
	named := 0
	rapid.Check(t, func(t *rapid.T) {
		s := all[rapid.IntRange(0, len(all)-1).Draw(t, "engine")].New()
		drawn(t, s)
		if field := reflect.ValueOf(s).Elem().FieldByName("Variant"); field.IsValid() && rapid.Bool().Draw(t, "named") {
			field.SetString(rapid.String().Draw(t, "variant"))
			named++
		}
		d := s.Describe()
		again, err := engines.FromDescription(d)
		alltest.Require(t, err == nil, "%+v: %v", d, err)
		is := again.Describe()
		alltest.Require(t, is.Hash() == d.Hash() && reflect.TypeOf(again) == reflect.TypeOf(s), "%T %+v came back as %T %+v", s, d, again, is)
	})
	alltest.Check(t, named != 0, "no engine had a variant")
}

func TestFromDescriptionErrors(t *testing.T) {
	search := func(*solver.Meter, puzzle.Puzzle, *rand.Rand) puzzle.Grid { return puzzle.Grid{} }
	custom := acs.Named("mine")
	custom.Cost = func(*acs.View) float64 { return 1 }
	ants, tuned := acs.New().Describe(), acs.New().Describe()
	tuned.Parameters = append(tuned.Parameters, solver.Parameter{Name: "later", Value: "1"})
	ants.Parameters = ants.Parameters[1:]
	bad := acs.New().Describe()
	bad.Parameters[0].Value = "many"
	for _, tt := range []struct {
		d    solver.Description
		want string
	}{
		{solver.Sketch("idea", search).Describe(), "idea has a rule that is a func"},
		{custom.Describe(), "the program that has the func, such as a cell's own, has to make its runs"},
		{solver.Description{Engine: "go/chess"}, `no engine "go/chess"`},
		{solver.Description{Engine: "nurikabe/exact", Variant: "mine"}, "nurikabe/exact takes no variant"},
		{tuned, `nurikabe/acs has no parameter "later"`},
		{ants, "it has other parameters here"},
		{bad, "=many"},
	} {
		s, err := engines.FromDescription(tt.d)
		alltest.Check(t, err != nil && strings.Contains(err.Error(), tt.want), "%+v: %v, %v; want %s", tt.d, s, err, tt.want)
	}
}
