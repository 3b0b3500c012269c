package lab_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/lab"
	"formicary/pkg/lab/labtest"
)

// parameters is the cell of a notebook that declares some.
const parameters = `!*true
import "time"

var rows, cols = 10, 12
var (
	share         = 0.5
	limit         = 5 * time.Minute
	name          = "one"
	fast          = false
	seed  uint64  = 1
	low   = int8(1)
	sizes         = []int{1, 2}
	costs         map[string]float64
	odd           = os.Getpid()
)`

// parametrised is a notebook with them.
func parametrised(cell string, rest ...string) []byte {
	text := string(labtest.Notebook(append([]string{cell}, rest...), false))
	text = strings.Replace(text, `"name":"gonb"`, `"name":"gonb","display_name":"Go (gonb)","language":"go"`, 1)
	text = strings.ReplaceAll(text, `"cell_type":"code"`, `"cell_type":"code","execution_count":null`)
	return []byte(strings.Replace(text, `"metadata":{}`, `"metadata":{"tags":["parameters"]}`, 1))
}

func TestSetParameters(t *testing.T) {
	for _, c := range []struct{ set, want string }{
		{"rows=-3", "int = -3"},
		{"rows=007", "int = 7"},
		{"share=1", "float64 = 1"},
		{"share=-.25e-3", "float64 = -0.00025"},
		{"limit=1m30s", "time.Duration = time.Duration(90000000000)"},
		{"fast=true", "bool = true"},
		{"seed=18446744073709551615", "uint64 = 18446744073709551615"},
		{"low=-128", "int8 = -128"},
		{`name=a=b, "c"` + "\n%%\n!rm \\`", `string = "a=b, \"c\"\n%%\n!rm \\` + "`\""},
		{"name=", `string = ""`},
		{"sizes=[3, 4]", "[]int = []int{3, 4}"},
		{"sizes=[]", "[]int = []int{}"},
		{`costs={"b": 2, "a\"": 1.5}`, `map[string]float64 = map[string]float64{"a\"": 1.5, "b": 2}`},
	} {
		name, _, _ := strings.Cut(c.set, "=")
		text, err := lab.SetParameters("nb", parametrised(parameters), []string{c.set})
		if err != nil {
			t.Error(err)
			continue
		}
		nb, err := lab.ParseNotebook("nb", text)
		alltest.Require(t, err == nil && len(nb.Cells) == 2, "%d cells: %v", len(nb.Cells), err)
		alltest.Equal(t, string(nb.Cells[1].Source), "// Parameters\nvar "+name+" "+c.want+"\n", c.set)
		again, err := lab.SetParameters("nb", text, []string{c.set})
		alltest.Check(t, err == nil && bytes.Equal(again, text), "what is set once more replaces nothing: %v", err)
	}
	const places = "nb:cell 1:line "
	for set, want := range map[string]string{
		"rowz=1":          places + `1: expected the name of a parameter (cols, costs, fast, limit, low, name, odd, rows, seed, share, sizes), found "rowz"`,
		"rows=ten":        places + `4: rows: expected a whole number in its range (int), found "ten"`,
		"cols=1.5":        places + `4: cols: expected a whole number in its range (int), found "1.5"`,
		"share=NaN":       places + `6: share: expected a finite number (float64), found "NaN"`,
		"limit=5":         places + `7: limit: expected a duration such as 90s or 1h30m (time.Duration), found "5"`,
		"fast=1":          places + `9: fast: expected true or false (bool), found "1"`,
		"seed=-1":         places + `10: seed: expected a whole number in its range (uint64), found "-1"`,
		"low=128":         places + `11: low: expected a whole number in its range (int8), found "128"`,
		`sizes=[1,"2"]`:   places + `12: sizes: element 2: expected a whole number in its range (int), found "2"`,
		"sizes=1,2":       places + `12: sizes: expected a list in JSON ([]int), found "1,2"`,
		`costs=[1]`:       places + `13: costs: expected an object in JSON (map[string]float64), found "[1]"`,
		"odd=1":           places + "14: expected odd to be declared with a type, such as var odd int = 1",
		"rows":            `nb: expected name=value, found "rows"`,
		"rows=1\x00cols=": places + `4: rows: expected a whole number in its range (int), found "1\x00cols="`,
	} {
		_, err := lab.SetParameters("nb", parametrised(parameters), []string{set})
		alltest.Check(t, err != nil && err.Error() == want, "%q: error\n%v\nwant\n%s", set, err, want)
	}
	for cell, want := range map[string]string{
		"var a = 1\nvar b = (": places + "2: expected declarations of variables: ",
		"%%\nvar a = 1":        places + "1: expected the name of a parameter (), found \"a\"",
	} {
		_, err := lab.SetParameters("nb", parametrised(cell), []string{"a=2"})
		alltest.Check(t, err != nil && strings.HasPrefix(err.Error(), want), "%q: error\n%v\nwant\n%s", cell, err, want)
	}
	alltest.Refused(lab.SetParameters("nb", parametrised(parameters), []string{"rows=1", "rows=2"}))(t, "one value of rows", "two values")
	alltest.Refused(lab.SetParameters("nb", labtest.Notebook([]string{parameters}, false), []string{"rows=1"}))(t, "tag \"parameters\"", "no cell of parameters")
}

// TestExecuteSets runs a notebook with other values of its parameters: what is computed from them follows, and its page
// shows them.
func TestExecuteSets(t *testing.T) {
	alltest.Only(t, "it starts a kernel")
	t.Parallel()
	env := labtest.Env(t)
	path := filepath.Join(t.TempDir(), "set.ipynb")
	rest := []string{"var cells = rows * cols", "%%\nfmt.Println(cells, share/4, limit, name, fast, sizes, costs[\"a\"])"}
	alltest.OK(t, os.WriteFile(path, parametrised(parameters, rest...), 0o644))
	hostile := "</script>`\\\n%%\n!false\n\"+string(0)+\""
	set := []string{"rows=3", "share=1", "limit=1m30s", "name=" + hostile, "fast=true", "sizes=[7]", `costs={"a":2}`}
	executed := alltest.Must(env.Execute(t.Context(), path, lab.ExecuteOptions{Set: set}))(t)
	got, want := outputs(t, executed), []string{"36 0.25 1m30s " + hostile + " true [7] 2\n"}
	alltest.Check(t, slices.Equal(got, want), "output %q, want %q", got, want)
	page := alltest.Must(env.HTML(t.Context(), executed, "set", t.TempDir()))(t)
	alltest.Equal(t, bytes.Count(page, []byte(`<details class="formicary-code" open`)), 1, "cells are open, want the one with what was set")
}
