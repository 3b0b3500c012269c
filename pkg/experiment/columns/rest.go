package columns

import (
	"fmt"
	"math"
	"reflect"
	"strings"

	"formicary/pkg/experiment"
)

// own are the fields of records that the columns of pages have, in a form of their
// own. A sealed file has all others, too, each in a column with the field's name in
// the journal: of strings a column of places in a list.
var own = map[string]bool{
	"puzzle": true, "kind": true, "content": true, "rows": true, "cols": true, "engine": true, "variant": true, "parameters": true,
	"run": true, "seed": true, "budget": true, "status": true, "cost": true, "iterations": true, "evaluations": true, "seconds": true,
	"cpu": true, "trace": true, "board": true, "statistics": true, "error": true, "code": true, "design": true,
}

// field is a field of records that is none of those.
type field struct {
	name string
	at   int
	kind reflect.Kind
}

// others are the others, in their order.
var others = func() (out []field) {
	t := reflect.TypeFor[experiment.Record]()
	for i := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		if !own[name] {
			out = append(out, field{name, i, t.Field(i).Type.Kind()})
		}
	}
	return out
}()

// rest collects the other fields.
type rest struct {
	integers [][]int64
	strings  []index[string]
}

func newRest() rest {
	return rest{make([][]int64, len(others)), make([]index[string], len(others))}
}

func (c *rest) add(r *experiment.Record) {
	v := reflect.ValueOf(r).Elem()
	for i, f := range others {
		of, n := v.Field(f.at), int64(0)
		switch {
		case f.kind == reflect.String:
			n = int64(c.strings[i].of(of.String()))
		case of.CanInt():
			n = of.Int()
		case of.CanUint():
			n = int64(of.Uint())
		case of.CanFloat():
			n = int64(math.Float64bits(of.Float()))
		case f.kind == reflect.Bool && of.Bool():
			n = 1
		case f.kind != reflect.Bool:
			panic(fmt.Sprintf("columns: there is no column for the field %q of records", f.name)) // TestWhole sees it
		}
		c.integers[i] = append(c.integers[i], n)
	}
}

func (c *rest) write(w *writer) {
	for i, f := range others {
		if f.kind == reflect.String {
			w.texts(f.name+" texts", c.strings[i].all)
		}
		w.integers(f.name, c.integers[i])
	}
}

// read takes the other fields of a block. One that the file does not have, since it
// is of an older program, stays empty.
func (c *rest) read(r *reader) (texts [][]string) {
	texts = make([][]string, len(others))
	for i, f := range others {
		if _, ok := r.columns[f.name]; !ok {
			continue
		}
		r.integers(&c.integers[i], f.name, r.h.Records)
		if f.kind == reflect.String {
			r.texts(&texts[i], f.name+" texts")
			for at, n := range c.integers[i] {
				if n < 0 || n >= int64(len(texts[i])) {
					r.fail(f.name, at, "expected one of %d, not %d, in the column %q", len(texts[i]), n, f.name)
					break
				}
			}
		}
	}
	return texts
}

// set gives a record its other fields.
func (c *rest) set(r *experiment.Record, at int, texts [][]string) {
	v := reflect.ValueOf(r).Elem()
	for i, f := range others {
		if c.integers[i] == nil {
			continue
		}
		of, n := v.Field(f.at), c.integers[i][at]
		switch {
		case f.kind == reflect.String:
			of.SetString(texts[i][n])
		case of.CanInt():
			of.SetInt(n)
		case of.CanUint():
			of.SetUint(uint64(n))
		case of.CanFloat():
			of.SetFloat(math.Float64frombits(uint64(n)))
		case f.kind == reflect.Bool:
			of.SetBool(n != 0)
		}
	}
}
