package formats

import "strings"

// legup are board files of LEGUP (github.com/Bram-Hub/Legup), which only a kind with a reader of its own reads:
//
//	<Legup version="2.0.0"><puzzle name="Nurikabe"><board height="7" width="7">…
var legup = &foreign{
	name: "legup", many: "LEGUP",
	starts: func(text string) bool {
		text = strings.TrimSpace(text)
		return strings.HasPrefix(text, "<") && strings.Contains(text[:min(len(text), 1<<10)], "<Legup")
	},
	reads: func(string) bool { return false },
	names: func(text string) string {
		_, after, _ := strings.Cut(text, `<puzzle name="`)
		name, _, _ := strings.Cut(after, `"`)
		return strings.ToLower(name)
	},
}
