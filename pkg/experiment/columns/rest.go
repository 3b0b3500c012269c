package columns

import (
	"fmt"
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
	text bool
}

// others are the others, in their order.
var others = func() (out []field) {
	t := reflect.TypeFor[experiment.Record]()
	for i := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		if !own[name] {
			out = append(out, field{name, i, t.Field(i).Type.Kind() == reflect.String})
		}
	}
	return out
}()

// rest has the other fields, by their places in others: integers, which are places in a
// list where the field is a text.
type rest []struct {
	integers []int64
	texts    index[string]
}

func newRest() rest { return make(rest, len(others)) }

func (c rest) add(r *experiment.Record) {
	v := reflect.ValueOf(r).Elem()
	for i, f := range others {
		of, n := v.Field(f.at), int64(0)
		switch {
		case f.text:
			n = int64(c[i].texts.Of(of.String()))
		case of.CanInt():
			n = of.Int()
		case of.CanUint():
			n = int64(of.Uint())
		default:
			panic(fmt.Sprintf("columns: there is no column for the field %q of records", f.name)) // TestWhole sees it
		}
		c[i].integers = append(c[i].integers, n)
	}
}

func (c rest) write(w *writer) {
	for i, f := range others {
		if f.text {
			w.texts(f.name+" texts", c[i].texts.All)
		}
		integers(w, f.name, c[i].integers)
	}
}

// read takes the other fields of a block. One that the file does not have, since it
// is of an older program, stays empty.
func (c rest) read(r *reader) {
	for i, f := range others {
		if _, ok := r.columns[f.name]; !ok {
			c[i].integers = nil
			continue
		}
		r.integers(&c[i].integers, f.name, r.h.Records)
		if !f.text {
			continue
		}
		r.texts(&c[i].texts.All, f.name+" texts")
		length := len(c[i].texts.All)
		for at, n := range c[i].integers {
			if n < 0 || n >= int64(length) {
				r.fail(f.name, at, "expected one of %d, not %d, in the column %q", length, n, f.name)
				break
			}
		}
	}
}

// set gives a record its other fields.
func (c rest) set(r *experiment.Record, at int) {
	v := reflect.ValueOf(r).Elem()
	for i, f := range others {
		if c[i].integers == nil {
			continue
		}
		switch of, n := v.Field(f.at), c[i].integers[at]; {
		case f.text:
			of.SetString(c[i].texts.All[n])
		case of.CanInt():
			of.SetInt(n)
		case of.CanUint():
			of.SetUint(uint64(n))
		}
	}
}
