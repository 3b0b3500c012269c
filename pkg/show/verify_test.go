package show

import (
	"context"
	"os/exec"
	"strings"
	"testing"
	"time"

	"formicary/pkg/alltest"
)

// TestVerifyBy: what the command writes is shown, whether runs differed or not;
// an interrupt lets it say what it has done, and what it complains of is the error.
func TestVerifyBy(t *testing.T) {
	const (
		half  = `{"study":"x","asked":4,"plans":[{"name":"p","runs":9,"made":2,"before":2}]}`
		whole = `{"study":"x","asked":4,"plans":[{"name":"p","runs":9,"made":4,"before":3,"differences":["run 1"]}],"finished":true}`
		ended = `{"study":"x","asked":4,"plans":[{"name":"p","runs":9,"made":3,"before":3}],"finished":true,"interrupted":true}`
	)
	for _, c := range []struct {
		name, script, want, err string
		interrupt               bool
	}{
		{name: "all", script: "echo '" + half + "'; echo '" + whole + "'; exit 1", want: "files as published; 3 of 4 identical"},
		{name: "interrupted", script: "end() { echo '" + ended + "'; exit 1; }; trap end INT; echo '" + half + "'; while :; do sleep 0.05; done", interrupt: true, want: "files as published; 3 of 3 identical; stopped before all 4 were rerun"},
		{name: "bad input", script: "echo no such thing >&2; exit 2", err: "exit status 2: no such thing"},
		{name: "nothing", script: ":", err: "invalid argument"},
	} {
		shown := record(t)
		ctx, stop := context.WithCancel(t.Context())
		if c.interrupt {
			time.AfterFunc(300*time.Millisecond, stop)
		}
		v, err := verifyBy(ctx, exec.Command("sh", "-c", c.script))
		stop()
		if c.err != "" {
			alltest.Check(t, err != nil && strings.HasSuffix(strings.TrimSuffix(err.Error(), ": "), c.err), "%s: %v", c.name, err)
			continue
		}
		alltest.Check(t, err == nil && v.String() == c.want, "%s: %v, %v", c.name, v, err)
		all := shown.all()
		if len(all) != 2 || all[0].id == "" || all[0].id != all[1].id || !strings.Contains(all[0].html, "verify x: 2 of 4 runs rerun, 2 identical") || !strings.Contains(all[1].html, `data-finished="true"`) {
			t.Errorf("%s: it shows %+v", c.name, all)
		}
	}
}

// TestVerifyNothing: a study that is not published is told before anything is built.
func TestVerifyNothing(t *testing.T) {
	alltest.Has(t, alltest.Panics(t, func() { Verify("none", 1) }), `no published study "none"`)
}
