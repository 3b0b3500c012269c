// Package generate makes nonograms of pictures, in black and white and in
// colour, each picture the only solution of its clues.
//
//  1. Choose: a picture of a file, fitted to the board, or a pattern made of
//     random numbers: blobs or noise.
//  2. Repair: where the puzzle leaves cells in doubt (line solving, or the
//     paper's sub-procedures, do not settle them; or two solutions differ in
//     them), cells of the picture are changed there, those first that look most
//     out of place. A change stays if it leaves fewer cells in doubt.
//  3. Grade: the difficulty of the puzzle is measured. A picture of another
//     grade than the one asked for, or with too many changes, is dropped for
//     another attempt. A picture that has the grade already stays as it is.
//
// Its opinion: people should recognise what they have solved. So pictures are
// repaired and not replaced, and few cells may be changed (see [Options.Harm]).
//
// Its limits: it scales pictures and does not draw; a picture loses its details
// when it is made much smaller. Grades above "line" are found by trial and error:
// they are frequent among noise and rare among other pictures.
package generate

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"formicary/pkg/nonogram"
	"formicary/pkg/nonogram/nonograms"
	"formicary/pkg/puzzle"
	"formicary/pkg/puzzle/sets"
	"formicary/pkg/solver"
)

// version goes into manifests: the same options give the same puzzles with the
// same version only.
const version = 2

// errNotFound is wrapped by the error for options that no picture met in
// [attempts] attempts.
var errNotFound = errors.New("no such puzzle found")

// attempts is the number of pictures that are tried for one puzzle.
const attempts = 400

// fresh is the number of attempts that show nothing that was shown before.
const fresh = attempts / 2

// Options say what to make.
type Options struct {
	// Size is the board's size, 5×5 at least.
	Size puzzle.Size
	// Count is the number of puzzles; 0 means 1.
	Count int
	// Seed determines everything random. Puzzle k of a seed does not depend on
	// Count.
	Seed uint64
	// Grade is what a solver must do: "logic", "line", "probe" or "search"; ""
	// is any.
	Grade string
	// Colours is the most colours beside the background; 0 and 1 are black and
	// white. In pictures with more some are replaced by the most alike.
	Colours int
	// Style is the kind of picture: "picture", "blobs" or "noise"; "" is a picture
	// of the file or, where the board is very small, blobs.
	Style string
	// Pictures names the file of pictures as [sets.Kind.Open] does, in any format
	// that nonograms are read from: the solutions are the pictures. "" is the
	// lab's own, data/nonogram/pictures.xml.
	Pictures string
	// Subject says what is shown: ids of pictures, or what their ids begin with
	// up to the first hyphen ("star" for "star-15x15-2"), with commas between
	// them for one puzzle after the other; "" is any, another one for each
	// puzzle as far as they last.
	Subject string
	// Density is the share of cells filled, in per cent, for blobs and noise; 0
	// means another one for each puzzle, 35 to 60.
	Density float64
	// Harm is the share of cells, in per cent, that may be changed to make the
	// picture a puzzle of the grade; 0 means 3, and 20 for noise.
	Harm float64
	// Name is what ids begin with; "" is the size and the seed.
	Name string
}

// flags defines a flag for each option.
func (o *Options) flags(flags *flag.FlagSet) {
	flags.Func("size", "rows and columns of the board as `RxC`, such as 20x30; at least 5x5", func(text string) (err error) {
		o.Size, err = puzzle.ParseSize(text)
		return err
	})
	flags.IntVar(&o.Count, "count", 1, "number of puzzles")
	flags.Uint64Var(&o.Seed, "seed", 1, "determines everything random; puzzle k of a seed does not depend on the count")
	flags.StringVar(&o.Grade, "grade", "", "what a solver must do: logic (the paper's sub-procedures suffice), line (complete line solving), probe (try single cells) or search; any by default")
	flags.IntVar(&o.Colours, "colours", 1, "greatest number of colours beside the background; 1 is black and white")
	flags.StringVar(&o.Style, "style", "", "kind of picture: "+strings.Join(styles(), ", ")+"; by default a picture of the file, or blobs on a very small board")
	flags.StringVar(&o.Pictures, "pictures", "", "a `FILE` of your own pictures: a PNG or PBM picture, or puzzles with solutions in any format; the lab's own by default")
	flags.StringVar(&o.Subject, "subject", "", "what the pictures show, such as cat or harbour,boat; by default each puzzle shows something else. A wrong name lists all")
	flags.Float64Var(&o.Density, "density", 0, "`PERCENT` of the cells filled, for blobs and noise; 0: any")
	flags.Float64Var(&o.Harm, "harm", 0, "`PERCENT` of a picture's cells that may be changed to make it a puzzle; 0: 3, and 20 for noise")
	flags.StringVar(&o.Name, "name", "", "what ids begin with; by default the size and the seed")
}

// least is the smallest side of a board.
const least = 5

// mostColours is the number of inks beside the background.
var mostColours = nonogram.MaxColours - 1

func (o *Options) check() error {
	fail := func(format string, args ...any) error {
		return fmt.Errorf("generate: %w: %s", sets.ErrOptions, fmt.Sprintf(format, args...))
	}
	oneOf := func(what, value string, of []string) error {
		if value != "" && !slices.Contains(of, value) {
			return fail("%s %q: expected one of %s", what, value, strings.Join(of, ", "))
		}
		return nil
	}
	if o.Size.Rows < least || o.Size.Cols < least || o.Size.Cells() > nonogram.MaxCells {
		return fail("a board of %v: expected %dx%d to %d cells", o.Size, least, least, nonogram.MaxCells)
	}
	if o.Count < 0 {
		return fail("a count of %d", o.Count)
	}
	if o.Colours < 0 || o.Colours > mostColours {
		return fail("%d colours: expected 0 to %d", o.Colours, mostColours)
	}
	if !(o.Density >= 0 && o.Density <= 100) {
		return fail("a density of %v: expected 0 to 100", o.Density)
	}
	if !(o.Harm >= 0 && o.Harm <= 100) {
		return fail("a harm of %v: expected 0 to 100", o.Harm)
	}
	if strings.ContainsAny(o.Name, " \t\n") {
		return fail("a name with blanks: %q", o.Name)
	}
	if err := errors.Join(
		oneOf("grade", o.Grade, grades()), oneOf("style", o.Style, styles()),
	); err != nil {
		return err
	}
	switch style := o.style(); {
	case o.Density > 0 && style == pictures:
		return fail("a density for style %q: expected style blobs or noise", o.Style)
	case o.Subject != "" && style != pictures:
		return fail("a subject for style %q: expected style %s", o.Style, pictures)
	case o.Pictures != "" && style != pictures:
		return fail("a file of pictures for style %q: expected style %s", o.Style, pictures)
	}
	return nil
}

// pictures is the style of what is in a file of pictures.
const pictures = "picture"

// styles lists what [Options.Style] may be.
func styles() []string { return []string{pictures, "blobs", "noise"} }

// leastPicture is the shorter side, in cells, of a board on which one knows what
// is shown.
const leastPicture = 10

// style is the style, also where none is given.
func (o *Options) style() string {
	switch {
	case o.Style != "":
		return o.Style
	case min(o.Size.Rows, o.Size.Cols) < leastPicture && o.Subject == "" && o.Pictures == "":
		return "blobs"
	}
	return pictures
}

// subjects are the names in [Options.Subject].
func (o *Options) subjects() []string {
	return strings.FieldsFunc(o.Subject, func(c rune) bool { return c == ',' })
}

// name is what ids begin with.
func (o *Options) name() string {
	if o.Name != "" {
		return o.Name
	}
	return fmt.Sprintf("%v-%d", o.Size, o.Seed)
}

// id is that of puzzle k; a given name stands alone where there is one
// puzzle.
func (o *Options) id(k int) string {
	if o.Name != "" && o.Count <= 1 {
		return o.Name
	}
	return fmt.Sprintf("%s-%d", o.name(), k+1)
}

// harm is the number of cells that may be changed.
func (o *Options) harm() int {
	share := o.Harm
	switch {
	case share > 0:
	case o.Style == "noise":
		share = 20
	default:
		share = 3
	}
	return 2 + int(share/100*float64(o.Size.Cells()))
}

// begin finds the pictures to choose from, and makes puzzles of them.
func begin(o *Options) (name string, one func(context.Context, int, puzzle.Set) (puzzle.Item, error), err error) {
	var from []picture
	if o.style() == pictures {
		if o.Pictures == "" {
			from, err = own()
		} else if from, err = library(o.Pictures); err != nil {
			err = fmt.Errorf("%w: %w", sets.ErrOptions, err)
		}
		if err != nil {
			return "", nil, fmt.Errorf("generate: %w", err)
		}
	}
	return o.name(), func(ctx context.Context, k int, before puzzle.Set) (puzzle.Item, error) {
		return makeOne(ctx, o, from, k, before)
	}, nil
}

// makeOne makes puzzle number k, which is none of those before it.
func makeOne(ctx context.Context, o *Options, from []picture, k int, before puzzle.Set) (puzzle.Item, error) {
	r := rand.New(solver.NewPCG(solver.Seed(o.Seed, puzzle.Hash{}, fmt.Sprintf("generate %v", o.Size), k)))
	for attempt := range attempts {
		if err := ctx.Err(); err != nil {
			return puzzle.Item{}, err
		}
		pic, ok, err := draw(o, from, k, attempt, r)
		if err != nil {
			return puzzle.Item{}, err
		}
		if !ok {
			continue
		}
		shown := func(other puzzle.Item) bool { return other.Puzzle.(*nonogram.Puzzle).Title() == pic.title }
		if o.Subject == "" && pic.style == pictures && attempt < fresh && slices.ContainsFunc(before.Items, shown) {
			continue
		}
		rep := &repair{ctx: ctx, o: o, id: o.id(k), picture: pic, r: r}
		item, ok, err := rep.run()
		if err != nil {
			return puzzle.Item{}, err
		}
		same := func(other puzzle.Item) bool { return ok && other.Hash() == item.Hash() }
		if ok && !slices.ContainsFunc(before.Items, same) {
			return item, nil
		}
	}
	return puzzle.Item{}, fmt.Errorf("generate: %w in %d attempts: %s", errNotFound, attempts, o.id(k))
}

// Generator makes puzzles, each with a title, its grade and its only solution.
// It reads manifests and makes their files again, too.
var Generator = sets.Generator[Options]{
	Kind:    nonograms.Kind,
	Version: version,
	Flags:   (*Options).flags,
	Check:   (*Options).check,
	Count:   func(o *Options) int { return max(o.Count, 1) },
	Begin:   begin,
}
