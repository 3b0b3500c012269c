package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"formicary/pkg/cmd/formicary/internal/gathered"
	declared "formicary/pkg/model/generate"
	nonogram "formicary/pkg/nonogram/generate"
	nurikabe "formicary/pkg/nurikabe/generate"
	"formicary/pkg/pencil"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
	sudoku "formicary/pkg/sudoku/generate"
)

type generateCommand struct {
	kong.Plugins // the declared kinds

	Nonogram generator[nonogram.Options] `cmd:"" help:"Generate nonograms from pictures in black and white or in colour."`
	Nurikabe generator[nurikabe.Options] `cmd:"" help:"Generate Nurikabe puzzles with exactly one solution."`
	Sudoku   generator[sudoku.Options]   `cmd:"" help:"Generate Sudoku puzzles of any size."`
}

func newGenerateCommand() generateCommand {
	return generateCommand{kong.Plugins{declaredKinds()}, newGenerator(nonogram.Generator), newGenerator(nurikabe.Generator), newGenerator(sudoku.Generator)}
}

// declaredKinds makes a struct with a command for each declared kind of puzzle that can be generated, as kong wants commands
// declared.
func declaredKinds() any {
	var fields []reflect.StructField
	var values []reflect.Value
	for i, kind := range pencil.Kinds() {
		if kind.Make == nil {
			continue
		}
		value := reflect.ValueOf(newGenerator(declared.Generator(kind)))
		values = append(values, value)
		fields = append(fields, reflect.StructField{
			Name: "Kind" + strconv.Itoa(i), Type: value.Type(), Tag: reflect.StructTag(fmt.Sprintf(`cmd:"" name:%q help:"Generate %s."`, kind.Name, kind.Title)),
		})
	}
	all := reflect.New(reflect.StructOf(fields))
	for i, value := range values {
		all.Elem().Field(i).Set(value)
	}
	return all.Interface()
}

// generator is the command for one kind of puzzle. Its flags are the fields
// below, and those of the generator's options.
type generator[O any] struct {
	kong.Plugins

	To     string `placeholder:"FORMAT" help:"The format to write; that of the sets in data/ by default."`
	Out    string `short:"o" type:"path" placeholder:"FILE" help:"The file to write; the standard output by default."`
	Remake string `type:"path" placeholder:"MANIFEST" help:"Regenerate a file of this manifest, and check that its digest is the same; needs --file."`
	File   string `placeholder:"NAME" help:"The file of the manifest to regenerate."`
	Update bool   `help:"With --remake: write the file beside the manifest, and update its version, number and digest there."`

	puzzles sets.Generator[O]
	options *O
	flags   *flag.FlagSet
}

func newGenerator[O any](puzzles sets.Generator[O]) generator[O] {
	c := generator[O]{puzzles: puzzles, options: new(O)}
	c.flags = solver.NewFlags(func(flags *flag.FlagSet) { puzzles.Flags(c.options, flags) })
	c.Plugins = kong.Plugins{fieldsOf(c.flags)}
	return c
}

// isBool says whether a flag needs no value.
func isBool(f *flag.Flag) bool {
	b, ok := f.Value.(interface{ IsBoolFlag() bool })
	return ok && b.IsBoolFlag()
}

// fieldsOf makes a struct with a field for each flag, as kong wants flags
// declared: its text or its truth, or nil where the flag is not given.
func fieldsOf(flags *flag.FlagSet) any {
	var fields []reflect.StructField
	flags.VisitAll(func(f *flag.Flag) {
		placeholder, help := flag.UnquoteUsage(f)
		switch {
		case f.DefValue != "" && f.DefValue != "0":
			placeholder = f.DefValue
		case placeholder == "string":
			placeholder = strings.ToUpper(f.Name)
		case placeholder == "int" || placeholder == "uint" || placeholder == "float":
			placeholder = "N"
		}
		help = strings.ToUpper(help[:1]) + help[1:] + "."
		of := reflect.TypeFor[*string]()
		if isBool(f) {
			of = reflect.TypeFor[*bool]()
		}
		fields = append(fields, reflect.StructField{
			Name: "Flag" + strconv.Itoa(len(fields)), Type: of,
			Tag: reflect.StructTag(fmt.Sprintf("name:%q placeholder:%q help:%q", f.Name, placeholder, help)),
		})
	})
	return reflect.New(reflect.StructOf(fields)).Interface()
}

// parse sets the options to what the command line says.
func (c *generator[O]) parse() (err error) {
	fields, i := reflect.ValueOf(c.Plugins[0]).Elem(), 0
	c.flags.VisitAll(func(f *flag.Flag) {
		given := fields.Field(i)
		i++
		if given.IsNil() {
			if f.Name == "size" && err == nil {
				err = errors.New("missing flags: --size=RxC")
			}
			return
		}
		text := fmt.Sprint(given.Elem().Interface())
		if wrong := c.flags.Set(f.Name, text); wrong != nil && err == nil {
			err = fmt.Errorf("--%s=%s: %w", f.Name, text, wrong)
		}
	})
	return err
}

func (c *generator[O]) Help() string {
	return fmt.Sprintf(`The same options give the same puzzles on amd64 and arm64. This command made the sets in data/. Each line "make" of a
MANIFEST there is a call of it, and --remake regenerates a whole file:

    %s --remake data/%s/MANIFEST --file FILE

The exit status is 1 if the file differs from the manifest, or if no such puzzle was found.`, c.puzzles.Command(), c.puzzles.Kind.Name)
}

// Run makes new puzzles, or a file of a manifest again.
func (c *generator[O]) Run(s *streams) error {
	debug.SetGCPercent(400) // a large puzzle declares many small texts
	var text bytes.Buffer
	var err error
	switch {
	case (c.Remake == "") != (c.File == ""):
		return badInput(errors.New("--remake and --file belong together"))
	case c.Remake == "" && c.Update:
		return badInput(errors.New("--update needs --remake and --file"))
	case c.Update && c.Out != "":
		return badInput(errors.New("--update writes the file beside the manifest: expected no --out"))
	case c.Remake != "":
		err = c.remake(s, &text)
	default:
		if err = c.make(s, &text); err != nil && text.Len() > 0 { // interrupted: what is finished is kept
			return errors.Join(s.write(c.Out, text.Bytes()), err)
		}
	}
	switch {
	case err != nil:
		return err
	case c.Update:
		return nil
	}
	return s.write(c.Out, text.Bytes())
}

// make makes new puzzles. An error leaves those made before it in text.
func (c *generator[O]) make(s *streams, text *bytes.Buffer) error {
	if err := c.parse(); err != nil {
		return badInput(err)
	}
	format := c.puzzles.Kind.Formats[0]
	if c.To != "" {
		var err error
		if format, err = c.puzzles.Kind.Format(c.To); err != nil {
			return badInput(err)
		}
	}
	if of, ok := any(c.options).(teller); ok {
		of.Tell(s.telling(2 * time.Second))
	}
	set, err := c.puzzles.Make(s.ctx, *c.options, s.counting())
	switch {
	case errors.Is(err, sets.ErrOptions):
		return badInput(err)
	case set.Len() == 0 && err != nil:
		return err
	}
	if wrong := format.Write(text, set); wrong != nil {
		text.Reset()
		return badInput(wrong)
	}
	return err
}

// remake makes a file of a manifest again, and compares the digests or brings
// them up to date.
func (c *generator[O]) remake(s *streams, text *bytes.Buffer) error {
	manifest, err := sets.ReadFile(c.Remake)
	if err != nil {
		return badInput(gathered.Missing(err, "manifest", c.Remake, "the path of one, such as data/"+c.puzzles.Kind.Name+"/MANIFEST of a checkout"))
	}
	all, err := c.puzzles.ReadManifests(c.Remake, bytes.NewReader(manifest))
	if err != nil {
		return badInput(err)
	}
	i := slices.IndexFunc(all, func(m sets.Manifest[O]) bool { return m.File == c.File })
	if i < 0 {
		return badInput(fmt.Errorf("%s has no file %q", c.Remake, c.File))
	}
	m := all[i]
	want := m.SHA256
	if err := c.puzzles.Remake(s.ctx, &m, text, s.counting()); err != nil {
		return err
	}
	if c.Update {
		if err := os.WriteFile(filepath.Join(filepath.Dir(c.Remake), m.File), text.Bytes(), 0o644); err != nil {
			return err
		}
		return os.WriteFile(c.Remake, m.Update(manifest), 0o644)
	}
	if m.SHA256 != want {
		return fmt.Errorf("%s has the digest %s, the manifest has %s", m.File, m.SHA256, want)
	}
	return nil
}

// teller are options that can say what is done within one puzzle.
type teller interface {
	Tell(progress func(done string))
}

// telling prints what is done within one puzzle that takes long, a line after each time.
func (s *streams) telling(every time.Duration) func(done string) {
	last := time.Now()
	return func(done string) {
		if now := time.Now(); now.Sub(last) >= every {
			last = now
			fmt.Fprintln(s.stderr, done)
		}
	}
}

// counting prints how many puzzles are done, where there are many.
func (s *streams) counting() func(done, total int) {
	return func(done, total int) {
		if total >= 20 && (done%10 == 0 || done == total) {
			fmt.Fprintf(s.stderr, "%d of %d\n", done, total)
		}
	}
}
