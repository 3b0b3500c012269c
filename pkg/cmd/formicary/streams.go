package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"text/tabwriter"

	"golang.org/x/term"

	"formicary/pkg/lab"
	"formicary/pkg/markup"
	"formicary/pkg/puzzle/sets"
)

// streams are a command's context, input and outputs, those for people as [plain].
type streams struct {
	ctx            context.Context
	stdin          io.Reader
	stdout, stderr io.Writer
	raw            io.Writer // the standard output itself
}

// plain is where commands print to people: no character that a terminal obeys gets
// through from an id, a title, the name of a file or an error (see
// [markup.Terminal]). A call to Write has whole characters.
type plain struct{ w io.Writer }

func (p plain) Write(text []byte) (int, error) {
	if _, err := io.WriteString(p.w, markup.Terminal(string(text))); err != nil {
		return 0, err
	}
	return len(text), nil
}

// line is a name on a line with others.
var line = strings.NewReplacer("\n", `\n`, "\t", `\t`)

// write writes puzzles in some format to a file or to the standard output: as they are to a file
// or a pipe, and as people see them to a terminal.
func (s *streams) write(path string, text []byte) error {
	if path != "" {
		return os.WriteFile(path, text, 0o644)
	}
	w := s.raw
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		w = s.stdout
	}
	_, err := w.Write(text)
	return err
}

// json writes a value for programs to read.
func (s *streams) json(v any) error {
	encoder := json.NewEncoder(s.stdout)
	encoder.SetIndent("", "  ")
	return encoder.Encode(v)
}

// table prints rows, whose cells have tabs between them, in columns.
func (s *streams) table(rows func(w io.Writer)) error {
	table := tabwriter.NewWriter(s.stdout, 0, 8, 2, ' ', 0)
	rows(table)
	return table.Flush()
}

// notes print what a person should know beside the result.
func (s *streams) notes(all ...string) {
	for _, text := range all {
		fmt.Fprintln(s.stderr, "note: "+text)
	}
}

// report prints an error after which the command goes on, unless it is its own end.
func (s *streams) report(err error) {
	if s.ctx.Err() == nil {
		fmt.Fprintf(s.stderr, "formicary: %v\n", err)
	}
}

// browse opens a file or an address in the reader's browser, or says that the reader is to do so.
// What opens it may go on when the command has ended.
func (s *streams) browse(page string) {
	opener := []string{"xdg-open"}
	switch runtime.GOOS {
	case "darwin":
		opener = []string{"open"}
	case "windows":
		opener = []string{"rundll32", "url.dll,FileProtocolHandler"}
	}
	if err := exec.CommandContext(context.WithoutCancel(s.ctx), opener[0], append(opener[1:], page)...).Start(); err != nil {
		fmt.Fprintf(s.stderr, "formicary: open the page in a browser (%v)\n", err)
	}
}

// pageFile are the flags of a command that writes a page. The variable page is the name of the file.
type pageFile struct {
	Out       string `type:"path" placeholder:"FILE" help:"The file to write, which is then not opened; .formicary/${page} in the checkout or the working folder by default."`
	NoBrowser bool   `help:"Print the path of the page, but open no browser."`
}

// write writes the page, says what is in it, and opens it.
func (p pageFile) write(s *streams, name string, text []byte, what string) error {
	out := cmp.Or(p.Out, ownPlace(name))
	if err := errors.Join(os.MkdirAll(filepath.Dir(out), 0o755), os.WriteFile(out, text, 0o644)); err != nil {
		return err
	}
	fmt.Fprintf(s.stdout, "%s: %s%.1f MB\n", out, what, float64(len(text))/1e6)
	if p.Out == "" && !p.NoBrowser {
		s.browse(out)
	}
	return nil
}

// preparePages makes what a page needs that has no notebook, and prepare what notebooks need. Both
// report what takes long.
func preparePages(s *streams) (*lab.Env, error) {
	return lab.Pages(s.ctx, lab.Options{Log: s.stderr})
}

func prepare(s *streams) (*lab.Env, error) {
	return lab.Prepare(s.ctx, lab.Options{Log: s.stderr})
}

// ownPlace is where the command keeps what it makes unless told otherwise: a place in
// .formicary of the checkout, or of the working folder outside of one.
func ownPlace(elements ...string) string {
	root, err := sets.Root()
	if err != nil {
		root = ""
	}
	return filepath.Join(append([]string{root, ".formicary"}, elements...)...)
}

// base is a file's name without folder and extension.
func base(path string) string { return strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)) }

// failure is an error with an exit status; a nil err has been reported already.
type failure struct {
	code int
	err  error
}

func (f failure) Error() string { return fmt.Sprint(f.err) }
func (f failure) Unwrap() error { return f.err }

// badInput makes an error that ends the command with status 2.
func badInput(err error) error { return failure{2, err} }

// failed ends the command with status 1 where something is not as it should be, which has been said.
func failed(wrong bool) error {
	if wrong {
		return failure{1, nil}
	}
	return nil
}

// caught is the signal that ended a command's context.
type caught struct{ signal os.Signal }

func (c caught) Error() string { return fmt.Sprint(c.signal) }

// untilSignal is a context that ends at the first signal to end. A second one does not
// wait: it ends the process.
func untilSignal() context.Context {
	ctx, end := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	go func() {
		s := <-signals
		signal.Stop(signals)
		end(caught{s})
	}()
	return ctx
}

// interrupted is what a command ends with whose context has ended: the word, and the
// status that shells have for the signal, 130 for Ctrl-C.
func interrupted(ctx context.Context) failure {
	number := syscall.SIGINT
	var c caught
	if errors.As(context.Cause(ctx), &c) {
		number, _ = c.signal.(syscall.Signal)
	}
	return failure{128 + int(number), errors.New("interrupted")}
}

// abandoned are the commands that read, compute and print without a look at their
// context: when it ends, nobody waits for them.
var abandoned = []string{"convert", "diff", "explore", "journal export", "journal list", "journal rm", "journal show", "study list", "study show"}

// unlessInterrupted is what the command comes to, or that it was interrupted.
func unlessInterrupted(ctx context.Context, command string, run func() error) error {
	var leave <-chan struct{}
	if slices.ContainsFunc(abandoned, func(name string) bool { return strings.HasPrefix(command+" ", name+" ") }) {
		leave = ctx.Done()
		if ctx.Err() != nil {
			return interrupted(ctx) // and not a result that comes at once
		}
	}
	ended := make(chan func() error, 1)
	go func() {
		defer func() {
			if r := recover(); r != nil {
				ended <- func() error { panic(r) }
			}
		}()
		err := run()
		ended <- func() error { return err }
	}()
	select {
	case result := <-ended:
		if err := result(); err == nil || ctx.Err() == nil {
			return err
		}
	case <-leave:
	}
	return interrupted(ctx)
}

// stoppable reads until the context ends: what waits for a person's input ends with
// Ctrl-C.
type stoppable struct {
	ctx context.Context
	r   io.Reader
}

func (s stoppable) Read(p []byte) (int, error) {
	own, read := make([]byte, len(p)), make(chan error, 1)
	n := 0
	go func() {
		var err error
		n, err = s.r.Read(own)
		read <- err
	}()
	select {
	case err := <-read:
		return copy(p, own[:n]), err
	case <-s.ctx.Done():
		return 0, s.ctx.Err()
	}
}
