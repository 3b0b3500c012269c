package alltest

import "testing"

// TestOnly: a marked test runs with the switch and skips without it, and another
// value of the switch is a mistake that is told.
func TestOnly(t *testing.T) {
	for _, c := range []struct {
		mode string
		runs bool
	}{{"", false}, {"all", true}} {
		t.Setenv("FORMICARY_TEST", c.mode)
		ran := false
		t.Run("mode "+c.mode, func(t *testing.T) {
			Only(t, "it shows that it skips")
			ran = true
		})
		if ran != c.runs || Asked() != c.runs {
			t.Errorf("FORMICARY_TEST=%q: ran %v, asked %v, expected %v", c.mode, ran, Asked(), c.runs)
		}
	}
	t.Setenv("FORMICARY_TEST", "most")
	defer func() {
		if recover() == nil {
			t.Error("FORMICARY_TEST=most is accepted")
		}
	}()
	Asked()
}
