package main

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/lab/labtest"
)

// TestNoGopls: where gopls cannot be built, the lab says what is missing and what to do, and
// stays open; when the lab closes meanwhile, there is nothing to say.
func TestNoGopls(t *testing.T) {
	env := labtest.Env(t)
	env.Home = t.TempDir()
	ended, end := context.WithCancel(t.Context())
	end()
	var out bytes.Buffer
	bringGopls(ended, env, &out)
	got := out.String()
	alltest.Check(t, strings.Count(got, "\n") == 1 && strings.HasPrefix(got, "gopls is being built: "), "said %q", got)
	out.Reset()
	t.Setenv("GOPROXY", "off") // as without a network
	t.Setenv("GOMODCACHE", t.TempDir())
	bringGopls(t.Context(), env, &out)
	if got := out.String(); strings.Count(got, "\n") != 2 || !strings.Contains(got, "\nNotebooks have no completion and no documentation: ") || !strings.HasSuffix(got, ". With a network, formicary lab doctor --prepare builds it.\n") {
		t.Errorf("said %q", got)
	}
}
