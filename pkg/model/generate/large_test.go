package generate_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"formicary/pkg/alltest"
	"formicary/pkg/model"
	"formicary/pkg/model/generate"
	"formicary/pkg/pencil"
	"formicary/pkg/puzzle/puzzletest"
	"formicary/pkg/solver"
)

// quick are kinds whose large boards come out in a moment: with clues in cells, at corners and outside, with walls that move, and with areas.
var quick = []*model.Kind{pencil.Akari, pencil.Creek, pencil.Galaxies, pencil.Mosaic, pencil.Shakashaka, pencil.Slitherlink, pencil.Tent}

// slow are other kinds whose large boards come out: with regions that are laid out, rooms, loops, walls, numbers and borders that move.
var slow = []*model.Kind{
	pencil.Norinori, pencil.Kakuro, pencil.Heyawake, pencil.Suguru, pencil.Fillomino, pencil.LITS, pencil.Shikaku, pencil.Masyu, pencil.CountryRoad, pencil.Cave, pencil.Nurimisaki, pencil.Kuromasu, pencil.Hitori, pencil.Hakyuu, pencil.Kurotto, pencil.Starbattle, pencil.SimpleLoop, pencil.Yajilin, pencil.Hashi, pencil.NumberLink,
}

// TestUnique: boards have exactly one solution, by the complete engine: small ones, large ones, which are made by other means, and
// small ones that only these means find, or find soon.
func TestUnique(t *testing.T) {
	check := func(kind *model.Kind, n int) {
		for _, item := range puzzletest.Made(t, generate.Generator(kind), generate.Options{Size: side(n), Seed: 7}).Items {
			out := status(t, kind, item)
			alltest.Check(t, out.Status == solver.Unique && out.Best.Equal(item.Solution), "%s %s is %s", kind.Name, item.ID(), out.Status)
		}
	}
	for _, kind := range quick {
		check(kind, 12)
		check(kind, 21)
	}
	for _, kind := range alltest.Of(slow[:3], slow) {
		check(kind, 21)
	}
	check(pencil.Hitori, 12)
	check(pencil.Skyscraper, 9)
}

// TestLargeSame: the same seed makes the same large board.
func TestLargeSame(t *testing.T) {
	for _, kind := range quick[:2] {
		o := generate.Options{Size: side(21), Seed: 3, Clues: 40}
		a, b := puzzletest.Made(t, generate.Generator(kind), o), puzzletest.Made(t, generate.Generator(kind), o)
		alltest.Check(t, a.Items[0].Hash() == b.Items[0].Hash(), "%s: not the same again", kind.Name)
	}
}

// TestLargeCancel: a context that ends in the midst of a large board ends it.
func TestLargeCancel(t *testing.T) {
	for _, kind := range []*model.Kind{pencil.Slitherlink, pencil.Masyu, pencil.Hitori, pencil.Cave, pencil.Hakyuu} {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(100*time.Millisecond, cancel)
		alltest.Refused(generate.Generator(kind).Make(ctx, generate.Options{Size: side(60)}, nil))(t, context.Canceled, kind.Name)
	}
}

// TestProgress: what is done within a large puzzle is told, and nothing of a small one.
func TestProgress(t *testing.T) {
	for _, n := range []int{20, 21} {
		var told []string
		o := generate.Options{Size: side(n)}
		o.Tell(func(done string) { told = append(told, done) })
		puzzletest.Made(t, generate.Generator(pencil.Creek), o)
		alltest.Check(t, len(told) > 0 == (n > 20) && (n <= 20 || strings.HasSuffix(told[len(told)-1], "clues tried")), "%d rows: told %q", n, told)
	}
}
