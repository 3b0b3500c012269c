package main

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"formicary/pkg/alltest"
	"formicary/pkg/puzzle/sets"
)

// mentions matches the command in pages, scripts and sentences, up to the end of its line or quotation.
var mentions = regexp.MustCompile("(?m)(?:^[^\\w\n.]*|exec |[`“\"'(]|, |: |\\./pkg/cmd/|\\\\n)formicary'? ((?:[a-z]|--)[^`”\"\\\\;|&>#\n]*)")

// wrongName says what a mention names that is no command or none of its flags, or "".
func wrongName(program *kong.Node, mention string) string {
	if other := regexp.MustCompile(`^([a-z ]+ \d|module$)`); other.MatchString(mention) {
		return "" // the format of a file, a check of doctor
	}
	if end := regexp.MustCompile(`[,.:;)]( |$)`).FindStringIndex(mention); end != nil {
		mention = mention[:end[0]]
	}
	node, rest := find(program, strings.Fields(mention))
	if node.DefaultCmd != nil && len(rest) > 0 {
		node = node.DefaultCmd
	}
	if node == program && !strings.HasPrefix(mention, "--") || len(node.Children) > 0 && len(rest) > 0 && !regexp.MustCompile(`^(--|[A-Z{%])`).MatchString(rest[0]) {
		return "no such command"
	}
	var flags []string
	for _, level := range node.AllFlags(false) {
		for _, flag := range level {
			flags = append(flags, "--"+flag.Name)
		}
	}
	for _, word := range rest {
		if name, _, _ := strings.Cut(word, "="); strings.HasPrefix(name, "--") && !slices.Contains(flags, strings.TrimRight(name, "'")) {
			return "no flag " + name
		}
	}
	return ""
}

// TestNames: each command that a page, a notebook, a script or a sentence names is there, with its flags.
func TestNames(t *testing.T) {
	program := newParser(io.Discard, io.Discard).Model.Node
	for mention, want := range map[string]string{
		"dance": "no such command", "journal dance": "no such command", "solve --sed 1": "no flag --sed", "journal": "", "lab --no-browser": "", "lab --browser": "no flag --browser", "solve --seed 1 FILE": "", "plan 1": "",
	} {
		alltest.Equal(t, wrongName(program, mention), want, "formicary %s", mention)
	}
	root := alltest.Must(sets.Root())(t)
	files := exec.Command("git", "-C", root, "ls-files", "*.md", "*.ipynb", "*.go", "*.sh", "*.tmpl", "*.js", "*.yml", "pkg/cmd/formicary/*.txt", ".ci", "docker", ".devcontainer.json")
	seen := 0
	for path := range strings.Lines(string(alltest.Must(files.Output())(t))) {
		if path = strings.TrimSpace(path); path == "CHANGELOG.md" || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "testdata/") {
			continue
		}
		text := alltest.Must(os.ReadFile(filepath.Join(root, path)))(t)
		for _, m := range mentions.FindAllSubmatch(text, -1) {
			seen++
			alltest.Equal(t, wrongName(program, string(m[1])), "", "%s: formicary %s", path, m[1])
		}
	}
	alltest.Check(t, seen >= 200, "%d mentions", seen)
}

// TestCommands: each command on the screen has examples, which parse; old names say new ones that are there; the screen is
// one; and no two commands are one letter apart.
func TestCommands(t *testing.T) {
	parser := newParser(io.Discard, io.Discard)
	for _, node := range append(parser.Model.Leaves(true), parser.Model.Children...) {
		if node.Hidden || node.Parent.Name == "generate" {
			continue
		}
		examples := regexp.MustCompile(`(?m)^    formicary (.*)$`).FindAllStringSubmatch(node.Detail, -1)
		for _, example := range examples {
			parsed, err := newParser(io.Discard, io.Discard).Parse(strings.Fields(example[1]))
			alltest.Check(t, err == nil && strings.HasPrefix(parsed.Command(), node.Path()), "%s: formicary %s: %v", node.Path(), example[1], err)
		}
		alltest.Check(t, len(examples) != 0 && len(node.Help) <= 80, "%s has %d examples: %s", node.Path(), len(examples), node.Help)
		for _, other := range node.Parent.Children {
			a, b := node.Name, other.Name
			for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
				a, b = a[1:], b[1:]
			}
			for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
				a, b = a[:len(a)-1], b[:len(b)-1]
			}
			alltest.Check(t, node == other || max(len(a), len(b)) >= 2, "%s and %s are one letter apart", node.Path(), other.Name)
		}
	}
	said, _, code := command(t)
	for line := range strings.Lines(said) {
		alltest.Check(t, len(line) <= 81, "%d columns: %s", len(line)-1, line)
	}
	lines := strings.Count(said, "\n")
	alltest.Check(t, lines <= 27 && code == 0, "%d lines, status %d:\n%s", lines, code, said)
}
