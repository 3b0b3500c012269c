package static_test

import (
	"errors"
	"io/fs"
	"testing"

	"formicary/pkg/charts/static"
)

func renderer(t testing.TB) *static.Renderer {
	t.Helper()
	r, err := static.New()
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestRender(t *testing.T) {
	r := renderer(t)
	s, err := r.Render(`{"xAxis":{},"yAxis":{},"series":[{"type":"scatter","data":[[1,2]]}]}`, 300, 200)
	if err != nil {
		t.Fatal(err)
	}
	t.Log(len(s))
}
