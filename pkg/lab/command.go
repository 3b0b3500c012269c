package lab

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// program is a Go or a Python that the machine has: the path of the command, its
// version, such as "go1.26.8" or "3.11.2", and the folder that it is installed in.
type program struct{ path, version, base string }

// environ is the user's environment without the variables of the given names; a
// name that ends in * stands for all that begin so.
func environ(without ...string) []string {
	return slices.DeleteFunc(os.Environ(), func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		return slices.ContainsFunc(without, func(w string) bool {
			prefix, all := strings.CutSuffix(w, "*")
			return name == w || all && strings.HasPrefix(name, prefix)
		})
	})
}

// tailBytes is how much of a failed program's output an error shows.
const tailBytes = 4000

// output runs a short program and returns its standard output. The error of one
// that fails ends with the last of what it printed.
func output(ctx context.Context, dir string, env []string, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Env = dir, env
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		return "", fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, tail(out.String()+said.String()))
	}
	return out.String(), nil
}

// tail is the end of a text, from the beginning of a line.
func tail(text string) string {
	text = strings.TrimSpace(text)
	if len(text) <= tailBytes {
		return text
	}
	text = text[len(text)-tailBytes:]
	if _, rest, ok := strings.Cut(text, "\n"); ok {
		text = rest
	}
	return "…\n" + text
}
