// Package pencils opens, reads and writes puzzles of the kinds of package pencil, and says how addresses of puzzle sites
// name them.
//
// # Design
//
// The codes of addresses stand here and not with the rules. Engines import the rules, and what reads a puzzle is not to count
// as code of a run.
//
// # Limits
//
// Kinds without a row in this package have no addresses.
package pencils

import (
	"formicary/pkg/model"
	"formicary/pkg/model/notation"
	"formicary/pkg/pencil"
	"formicary/pkg/puzzle/sets"
)

// Of is a kind with its formats.
func Of(kind *model.Kind) sets.Kind { return notation.Of(kind, addresses[kind]) }

// Title is the title of the kind with a name, as records have it; "" if there is none.
func Title(name string) string {
	for _, kind := range pencil.Kinds() {
		if kind.Name == name {
			return kind.Title
		}
	}
	return ""
}

// oldBody are the flags of addresses whose body may be in another code than today's.
var oldBody = map[rune]string{'d': "the body is in an older code"}

// addresses are those of each kind (pzpr.js: variety.js, and the file of each variety).
var addresses = map[*model.Kind]*notation.Address{
	pencil.Akari:         {Name: "akari", Also: []string{"lightup", "bijutsukan"}, Body: []notation.Code{notation.Small("x", model.Clues)}},
	pencil.Cave:          {Name: "cave", Also: []string{"bag"}, Body: []notation.Code{notation.Numbers("?", model.Clues)}},
	pencil.CountryRoad:   {Name: "country", Flags: map[rune]string{'e': "the road need not visit every region"}, Body: []notation.Code{notation.Borders(), notation.Rooms(model.Clues)}},
	pencil.Creek:         {Name: "creek", Flags: oldBody, Body: []notation.Code{notation.Small("?", model.Corners)}},
	pencil.Fillomino:     {Name: "fillomino", Flags: map[rune]string{'t': "no group has more than 3 cells"}, Body: []notation.Code{notation.Numbers("?", model.Clues)}, Tail: "given borders"},
	pencil.Galaxies:      {Name: "tentaisho", Body: []notation.Code{notation.Centres(model.Clues)}, Tail: "void cells"},
	pencil.GokigenNaname: {Name: "gokigen", Flags: oldBody, Body: []notation.Code{notation.Small("?", model.Corners)}},
	pencil.Hakyuu:        {Name: "ripple", Body: []notation.Code{notation.Borders(), notation.Numbers("?", model.Clues)}},
	pencil.Hashi:         {Name: "hashi", Also: []string{"hashikake", "bridges"}, Body: []notation.Code{notation.Numbers("?", model.Clues)}},
	pencil.Heyawake:      {Name: "heyawake", Also: []string{"heyawacky"}, Body: []notation.Code{notation.Borders(), notation.Rooms(model.Clues)}},
	pencil.Hitori:        {Name: "hitori", Body: []notation.Code{notation.Letters(model.Clues)}},
	pencil.Kakuro:        {Name: "kakuro", Body: []notation.Code{notation.Sums(model.Clues)}},
	pencil.Kuromasu:      {Name: "kurodoko", Body: []notation.Code{notation.Numbers("?", model.Clues)}},
	pencil.Kurotto:       {Name: "kurotto", Body: []notation.Code{notation.Numbers("o", model.Clues)}},
	pencil.LITS:          {Name: "lits", Flags: oldBody, Body: []notation.Code{notation.Borders()}},
	pencil.Masyu:         {Name: "mashu", Also: []string{"masyu", "pearl"}, Body: []notation.Code{notation.Pearls(model.Clues)}},
	pencil.Norinori:      {Name: "norinori", Body: []notation.Code{notation.Borders()}},
	pencil.NumberLink:    {Name: "numlin", Also: []string{"numberlink"}, Body: []notation.Code{notation.Numbers("?", model.Clues)}},
	pencil.Nurimisaki:    {Name: "nurimisaki", Body: []notation.Code{notation.Numbers("?", model.Clues)}},
	pencil.Shakashaka:    {Name: "shakashaka", Body: []notation.Code{notation.Small("x", model.Clues)}},
	pencil.Shikaku:       {Name: "shikaku", Body: []notation.Code{notation.Numbers("?", model.Clues)}},
	pencil.SimpleLoop:    {Name: "simpleloop", Body: []notation.Code{notation.Marks(model.Clues, "x")}},
	pencil.Skyscraper:    {Name: "skyscrapers", Also: []string{"skyscraper", "building"}, Body: []notation.Code{notation.Full(), notation.Numbers("?", pencil.Skyscraper.Parts[:4]...), notation.Maybe(notation.Numbers("?", model.Clues))}},
	pencil.Slitherlink:   {Name: "slither", Also: []string{"slitherlink"}, Flags: map[rune]string{'f': "the loop visits all points"}, Body: []notation.Code{notation.Small("?", model.Clues)}},
	pencil.Starbattle:    {Name: "starbattle", Body: []notation.Code{notation.Count(), notation.Borders()}},
	pencil.Suguru:        {Name: "suguru", Body: []notation.Code{notation.Borders(), notation.Numbers("?", model.Clues)}},
	pencil.Tent:          {Name: "tents", Body: []notation.Code{notation.Numbers("?", model.Above, model.Left), notation.Trees(model.Clues, "x")}},
	pencil.Yajilin:       {Name: "yajilin", Also: []string{"yajirin"}, Flags: map[rune]string{'b': "", 'o': "all shaded cells are outside the loop"}, Body: []notation.Code{notation.Arrows(model.Clues)}},
	pencil.YinYang:       {Name: "yinyang", Body: []notation.Code{notation.Pearls(model.Clues)}},
}
