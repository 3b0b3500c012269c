package lab

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"strings"
)

// tailBytes is how much of a failed program's output an error shows.
const tailBytes = 4000

// output runs a short program and returns what it prints. Where it fails the
// error ends with the last that it printed.
func output(ctx context.Context, dir string, env []string, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Env = dir, env
	var out, all bytes.Buffer
	cmd.Stdout = &tee{&out, &all}
	cmd.Stderr = &all
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		return "", fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, tail(all.String()))
	}
	return out.String(), nil
}

// tee writes to two buffers.
type tee struct{ a, b *bytes.Buffer }

func (t *tee) Write(p []byte) (int, error) {
	t.a.Write(p)
	return t.b.Write(p)
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
