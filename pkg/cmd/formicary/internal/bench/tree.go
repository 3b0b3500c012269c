package bench

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"formicary/pkg/puzzle/sets"
)

// tree is a commit that is laid out in a folder.
type tree struct {
	commit string
	// repository is the folder that git was asked in, top the worktree's
	// folder, module the module's within it.
	repository, top, module string
}

// checkout lays a commit out in a new folder.
func checkout(ctx context.Context, repository, commit, folder string) (*tree, error) {
	full, err := command(ctx, repository, "git", "rev-parse", "--verify", "--quiet", "--end-of-options", commit+"^{commit}")
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, fmt.Errorf("bench: %q is not a commit of the repository in %s", commit, repository)
	}
	prefix, err := command(ctx, repository, "git", "rev-parse", "--show-prefix")
	if err != nil {
		return nil, err
	}
	t := &tree{commit: strings.TrimSpace(full), repository: repository, top: folder, module: filepath.Join(folder, strings.TrimSpace(prefix))}
	if _, err := command(ctx, repository, "git", "worktree", "add", "--quiet", "--detach", folder, t.commit); err != nil {
		t.remove()
		return nil, err
	}
	return t, nil
}

// short is the commit's name for people.
func (t *tree) short() string { return t.commit[:min(10, len(t.commit))] }

// remove deletes the folder and git's record of it, whatever else has failed.
func (t *tree) remove() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	_, _ = command(ctx, t.repository, "git", "worktree", "remove", "--force", t.top)
	if os.RemoveAll(t.top) == nil {
		_, _ = command(ctx, t.repository, "git", "worktree", "prune")
	}
}

// side is one of the two commits with its programs, by import path.
type side struct {
	name     string
	tree     *tree
	programs map[string]*program
}

// program is the test program of a package.
type program struct {
	path, folder string
	benchmarks   []string
	digest       [sha256.Size]byte
}

// build builds the test programs of all packages that have a benchmark which
// the options select.
func (s *side) build(ctx context.Context, folder string, o Options) error {
	patterns := o.Packages
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	format := `{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}{{"\t"}}{{.Dir}}{{end}}`
	text, err := command(ctx, s.tree.module, "go", append([]string{"list", "-f", format, "--"}, patterns...)...)
	if err != nil {
		return err
	}
	s.programs = map[string]*program{}
	number := 0
	for line := range strings.Lines(text) {
		path, dir, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if !ok {
			continue
		}
		number++
		p := &program{path: filepath.Join(folder, strconv.Itoa(number)+".test"), folder: dir}
		// Without its paths a program depends on its sources only.
		if _, err := command(ctx, dir, "go", "test", "-c", "-trimpath", "-vet=off", "-o", p.path, "."); err != nil {
			return err
		}
		if p.benchmarks, err = p.list(ctx, o.Bench); err != nil {
			return err
		}
		if len(p.benchmarks) == 0 {
			if err := os.Remove(p.path); err != nil {
				return err
			}
			continue
		}
		content, err := os.ReadFile(p.path)
		if err != nil {
			return err
		}
		p.digest = sha256.Sum256(content)
		s.programs[path] = p
	}
	return nil
}

// list are the benchmarks of a program that a pattern selects. Of a pattern
// for sub-benchmarks the part before the slash is what counts here.
func (p *program) list(ctx context.Context, pattern string) ([]string, error) {
	top, _, _ := strings.Cut(pattern, "/")
	if top == "" {
		top = "."
	}
	text, err := command(ctx, p.folder, p.path, "-test.list", top)
	if err != nil {
		return nil, err
	}
	names := strings.Fields(text)
	return slices.DeleteFunc(names, func(name string) bool { return !strings.HasPrefix(name, "Benchmark") }), nil
}

// run measures all selected benchmarks of a program once.
func (p *program) run(ctx context.Context, pkg string, o Options) (values, error) {
	pattern := o.Bench
	if pattern == "" {
		pattern = "."
	}
	args := []string{"-test.run", "^$", "-test.bench", pattern, "-test.count", "1", "-test.benchmem", "-test.timeout", "0"}
	switch {
	case o.Iterations > 0:
		args = append(args, "-test.benchtime", strconv.Itoa(o.Iterations)+"x")
	case o.Time > 0:
		args = append(args, "-test.benchtime", o.Time.String())
	}
	text, err := command(ctx, p.folder, p.path, args...)
	if err != nil {
		return nil, err
	}
	return read(pkg, text, o.Log)
}

// command runs a program to its end and returns what it prints.
func command(ctx context.Context, folder, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = folder
	// Without the variable, programs look for the module upwards from their folder.
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-buildvcs=false", sets.RootEnv+"=")
	cmd.WaitDelay = 10 * time.Second // for what a killed program started
	var out, errors bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errors
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		return "", fmt.Errorf("%s %s: %w\n%s", filepath.Base(name), strings.Join(args, " "), err, bytes.TrimSpace(append(errors.Bytes(), out.Bytes()...)))
	}
	return out.String(), nil
}
