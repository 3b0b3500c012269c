package gallery

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"formicary/pkg/assets"
	"formicary/pkg/charts"
	"formicary/pkg/lab"
)

// Picture draws the README's chart: it runs the race that the README types into a
// cell, and writes race-light.svg and race-dark.svg into a folder. The sentence is
// what the race found. Its budget is in iterations and evaluations, so every machine
// draws the same bytes, as long as it rounds floating-point operations alike. (The
// README's other picture is a film that play saves.)
func Picture(ctx context.Context, env *lab.Env, folder string) (sentence string, err error) {
	raced, sentence, err := readmeRace(ctx, env)
	if err != nil {
		return "", err
	}
	renderer, err := newRenderer(env)
	if err != nil {
		return "", err
	}
	for _, theme := range themes {
		svg, err := renderer.SVG(*raced, theme.colours)
		if err != nil {
			return "", err
		}
		if err := os.WriteFile(filepath.Join(folder, "race-"+theme.name+".svg"), []byte(svg), 0o644); err != nil {
			return "", err
		}
	}
	return sentence, nil
}

// themes are those that every chart is drawn in.
var themes = []struct {
	name    string
	colours charts.Theme
}{{"light", charts.Light}, {"dark", charts.Dark}}

// raceHeading is the heading of the README's section with the race; goBlock matches
// its cell.
const raceHeading = "\n## Race your own idea\n"

var goBlock = regexp.MustCompile("(?s)```go\n(.*?)```")

// readmeRace runs the race of the README as a notebook.
func readmeRace(ctx context.Context, env *lab.Env) (*charts.Chart, string, error) {
	readme, err := os.ReadFile(filepath.Join(env.Root, "README.md"))
	if err != nil {
		return nil, "", err
	}
	_, section, _ := strings.Cut(string(readme), raceHeading)
	section, _, _ = strings.Cut(section, "\n## ")
	nb := lab.Notebook{Format: 4, Minor: 4}
	nb.Metadata.KernelSpec.Name = lab.KernelName
	for _, block := range goBlock.FindAllStringSubmatch(section, -1) {
		nb.Cells = append(nb.Cells, lab.Cell{Type: "code", Source: lab.Text(block[1]), Metadata: json.RawMessage("{}"), Outputs: []lab.Output{}})
	}
	text, err := json.Marshal(nb)
	if err != nil {
		return nil, "", err
	}
	folder, free, err := assets.Scratch("formicary-readme-")
	if err != nil {
		return nil, "", err
	}
	defer free()
	path := filepath.Join(folder, "README.ipynb")
	if err := os.WriteFile(path, text, 0o644); err != nil {
		return nil, "", err
	}
	executed, err := env.Execute(ctx, path, lab.ExecuteOptions{})
	if err != nil {
		return nil, "", err
	}
	if nb, err = lab.ParseNotebook(path, executed); err != nil {
		return nil, "", err
	}
	all, _, _ := pictures(nb)
	if len(all) == 0 {
		return nil, "", errors.New("gallery: the race in the README shows no chart")
	}
	return &all[0], read(nb).Answer, nil
}
