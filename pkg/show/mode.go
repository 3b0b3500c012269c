package show

import (
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync/atomic"

	"formicary/pkg/assets"
	"formicary/pkg/charts/page"
)

// full says whether the mode is full. It is known before any variable of a cell
// is set, since those that [Pick] sets are set before the cell's main parses its
// flags: the arguments are read here. The flag is defined for the parsing to
// accept it, in notebooks only and in their programs ([working]), so that it does not clash with other programs'
// flags.
var full = func() bool {
	if !inNotebook() && !working() || flag.Lookup("full") != nil {
		return assets.Full()
	}
	asked := fullIn(os.Args[1:], assets.Full())
	flag.Bool("full", asked, "run the full experiment instead of a sample that takes seconds")
	return asked
}()

// fullIn is the value that the flag --full has after package flag has parsed the
// arguments, or byDefault where they lack it. Flags that the cell defines are not
// known yet: a word after one of them may be its value.
func fullIn(args []string, byDefault bool) bool {
	value := byDefault
	mayBeValue := false // the next word is perhaps the value of a flag
	for _, arg := range args {
		if arg == "-" || !strings.HasPrefix(arg, "-") {
			if !mayBeValue {
				return value
			}
			mayBeValue = false
			continue
		}
		if arg == "--" {
			return value
		}
		name, text, given := strings.Cut(strings.TrimPrefix(arg[1:], "-"), "=")
		mayBeValue = name != "full" && !given
		if name != "full" {
			continue
		}
		if b, err := strconv.ParseBool(text); err == nil || !given { // flag.Parse reports the error
			value = b || !given
		}
	}
	return value
}

// Quick says whether a notebook runs a sample that takes seconds rather than
// the full experiment. It does unless the cell has the flag --full
// ("%% --full") or the environment has FORMICARY_MODE=full (see
// [assets.ModeEnv]); of the two, the flag decides. The mode of a cell never
// changes.
func Quick() bool {
	asked.Store(true)
	return !full
}

// asked says that the cell's program has asked for the mode, so that what it
// shows may depend on it.
var asked atomic.Bool

// modeMark stands above the first output of a cell that asked for the mode:
// charts, tables and boards do not say it themselves.
func modeMark() output {
	return output{html: page.Mode(mode()), plain: mode() + " mode"}
}

// Pick returns quick in quick mode, and full otherwise; see [Quick].
func Pick[T any](quick, full T) T {
	if Quick() {
		return quick
	}
	return full
}

// mode is the word for the mode.
func mode() string {
	if full {
		return assets.ModeFull
	}
	return assets.ModeQuick
}

// Mode is a sentence about the mode, for the head of a notebook.
func Mode() string {
	if Quick() {
		return fmt.Sprintf("Quick mode: small samples and short runs. For the full experiment, set %s=%s, or add --full after the %%%% of each cell that is to use it.", assets.ModeEnv, assets.ModeFull)
	}
	return "Full mode: the full experiment. This can take hours; an interrupt keeps the finished runs."
}
