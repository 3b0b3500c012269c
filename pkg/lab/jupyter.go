package lab

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"

	"formicary/pkg/charts/page"
)

// jupyter prepares one run of jupyter.py in the virtual environment. It gets
// its own process group, so that a Ctrl-C at the terminal reaches the lab
// only, which then ends it with SIGTERM and gives it grace to shut kernels
// down; jupyter.py itself watches that its parent lives.
func (e *Env) jupyter(ctx context.Context, session string, env []string, grace time.Duration, args ...string) *exec.Cmd {
	args = append([]string{filepath.Join(e.Kernel, "jupyter.py"), "--parent", strconv.Itoa(os.Getpid())}, args...)
	cmd := exec.CommandContext(ctx, e.python(), args...)
	cmd.Env = e.environ(session, env...)
	ownGroup(cmd)
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = grace
	return cmd
}

// notebookLink matches a link to another notebook in a page.
var notebookLink = regexp.MustCompile(`(<a [^>]*href="[^":]+)\.ipynb(["#])`)

// HTML writes an executed notebook as one self-contained page ([page.Document]): it fetches
// nothing and runs no scripts but those of the lab ([Env.Finish]), links to other notebooks lead to their pages (NAME.html), and the same
// notebook gives the same bytes. What cells say of their mode and of runs that others made is
// gathered in one line at the end. The name is the page's title where the notebook
// has no heading; relative pictures in the notebook's text are looked for in the
// folder.
func (e *Env) HTML(ctx context.Context, executed []byte, name, folder string) ([]byte, error) {
	document, needs, err := e.document(ctx, executed, name, folder)
	if err != nil {
		return nil, err
	}
	if needs {
		program, err := e.Program(ctx)
		if err != nil {
			return nil, err
		}
		document = page.With(document, program)
	}
	return e.Finish(ctx, document, themeScript())
}

// SiteHTML is [Env.HTML] of a page of a site, without what its pages share.
func (e *Env) SiteHTML(ctx context.Context, site *page.Site, executed []byte, name, folder string) ([]byte, error) {
	document, _, err := e.document(ctx, executed, name, folder)
	if err != nil {
		return nil, err
	}
	return site.Page(document, themeScript())
}

// document is the document of an executed notebook, and whether it needs the lab's program.
func (e *Env) document(ctx context.Context, executed []byte, name, folder string) (document []byte, needs bool, err error) {
	nb, err := ParseNotebook(name, executed)
	if err != nil {
		return nil, false, err
	}
	title := nb.Title()
	title = cmp.Or(title, name)
	session, free, err := newSession()
	if err != nil {
		return nil, false, err
	}
	defer free()
	executed, mode, sources, err := gather(executed)
	if err != nil {
		return nil, false, err
	}
	in, out := filepath.Join(session, "in.ipynb"), filepath.Join(session, "out.html")
	if err := os.WriteFile(in, executed, 0o644); err != nil {
		return nil, false, err
	}
	folder, err = filepath.Abs(folder)
	if err != nil {
		return nil, false, err
	}
	cmd := e.jupyter(ctx, session, nil, 10*time.Second, "html", in, out, "--title", title, "--folder", folder)
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return nil, false, ctx.Err()
		}
		return nil, false, fmt.Errorf("nbconvert of %s: %w\n%s", name, err, tail(said.String()))
	}
	document, err = os.ReadFile(out)
	if err != nil {
		return nil, false, err
	}
	needs = page.NeedsProgram(document)
	document = page.Document(notebookLink.ReplaceAll(document, []byte("$1.html$2")), mode, sources)
	document, err = page.Repacked(document, func(wasm []byte) ([]byte, error) { return e.small(ctx, wasm) })
	return document, needs, err
}

// Foreign makes a page of somebody else's notebook one to be shown ([page.Foreign]).
func Foreign(document []byte) (safe []byte, policy string) {
	return page.Foreign(document, themeScript())
}

// themeScript is the script in the template of pages, by which they follow the
// reader's theme.
func themeScript() string {
	template, err := scripts.ReadFile("template/index.html.j2")
	if err != nil {
		panic("lab: " + err.Error()) // it is embedded
	}
	_, after, _ := strings.Cut(string(template), "<script>")
	script, _, _ := strings.Cut(after, "</script>")
	return script
}
