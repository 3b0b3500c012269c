package show

import (
	"flag"
	"os"
	"slices"
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
	return switched("full", assets.Full(), "run the full experiment instead of a sample that takes seconds")
}()

// force says whether published runs are rerun here. It is known as early as
// full is.
var force = func() bool {
	byDefault := os.Getenv(assets.ForceEnv) != ""
	if !inNotebook() && !working() || flag.Lookup("force") != nil {
		return byDefault
	}
	return switched("force", byDefault, "rerun published runs here")
}()

// switched is the value of a switch of the program, which is defined for the parsing of
// flags to accept it.
func switched(name string, byDefault bool, usage string) bool {
	asked := switchIn(name, os.Args[1:], byDefault)
	flag.Bool(name, asked, usage)
	return asked
}

// switches are the flags of every cell. They have no value of their own.
var switches = []string{"full", "force"}

// switchIn is the value that a switch has after package flag has parsed the
// arguments, or byDefault where they lack it. Flags that the cell defines are not
// known yet: a word after one of them may be its value.
func switchIn(wanted string, args []string, byDefault bool) bool {
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
		mayBeValue = !given && !slices.Contains(switches, name)
		if name != wanted {
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
