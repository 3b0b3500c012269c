package nurikabes

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle"
)

// TestErrors: malformed input of every kind, and the place and words of the
// error.
func TestErrors(t *testing.T) { formats.Errors(t, "errors.txt") }

// TestBrokenInput: what goes wrong below the text is told as it is.
func TestBrokenInput(t *testing.T) {
	broken := errors.New("the disk is on fire")
	for _, f := range Kind.Formats {
		for _, before := range []string{"", "begin\n", "pzprv3\nnurikabe\n", "# a\n", "1.\n"} {
			r := io.MultiReader(strings.NewReader(before), iotest.ErrReader(broken))
			set, err := f.Read("in", r)
			if !errors.Is(err, broken) || !strings.HasPrefix(err.Error(), "in: ") || set.Len() > 0 {
				// A line that is wrong by itself is found before the fire.
				var parse *puzzle.ParseError
				alltest.Check(t, errors.As(err, &parse), "%s after %q: %v", f.Name, before, err)
			}
		}
	}
}
