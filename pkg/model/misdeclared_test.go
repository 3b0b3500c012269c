package model_test

import (
	"regexp"
	"testing"

	"formicary/pkg/model"
)

// TestMisdeclared: what makes no sense is an error that names the constraint, its rule, and the line.
func TestMisdeclared(t *testing.T) {
	for want, declare := range map[string]func(m *model.Model){
		`Connected, of “all are one”: expected a condition for each of 4 cells, found 1`: func(m *model.Model) { m.Connected(m.Cells(model.Shade, 2, nil).In(1, 0)) },
		`NoSquare, of “all are one”: expected a condition for each of 4 cells, found 0`:  func(m *model.Model) { m.Cells(model.Shade, 2, nil); m.NoSquare(nil, 2) },
		`a variable, of “all are one”: expected at least one value, found -1`:            func(m *model.Model) { m.Spans(model.Line, -1, [][]int{{0}}) },
		`Sum, of “all are one”: expected the least sum to be at most the most, found 3 and 2`: func(m *model.Model) {
			m.Count(3, 2, m.Cells(model.Shade, 2, nil).Is(1)...)
		},
		`a board, of “all are one”: expected variables, found none`: func(*model.Model) {},
	} {
		kind := &model.Kind{
			Name: "odd", Title: "Odd", Parts: []*model.Part{model.Clues},
			Declare: func(m *model.Model, _ *model.Instance) { m.Rule("all are one"); declare(m) },
			Sign:    func(*model.Instance, int, []int) string { return "-" },
		}
		_, err := kind.New("1", "typed", "2 2\n- -\n- -")
		if err == nil || !regexp.MustCompile(`^misdeclared(_test)?\.go:\d+: model: `+regexp.QuoteMeta(want)+`$`).MatchString(err.Error()) {
			t.Errorf("error %v, want one of %s", err, want)
		}
	}
}
