package lab

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"

	"formicary/pkg/charts/page"
)

// Finish makes a document a page to be sent: it gets the licences of what it carries,
// and a policy ([page.Protect]).
func (e *Env) Finish(ctx context.Context, document []byte, scripts ...string) ([]byte, error) {
	echarts, err := os.ReadFile(e.EchartsFile())
	if err != nil {
		return nil, err
	}
	carries, program := page.Carries(document)
	licences, err := e.licences(ctx, carries, bytes.Contains(document, []byte(`class="jp-`)), program)
	if err != nil {
		return nil, err
	}
	return page.Protect(page.With(document, page.Licences(licences)), string(echarts), scripts...)
}

// Site is what the pages of a site share, and the markup of the licences of all that is in it.
func (e *Env) Site(ctx context.Context) (site *page.Site, licences string, err error) {
	echarts, err := os.ReadFile(e.EchartsFile())
	if err != nil {
		return nil, "", err
	}
	program, err := e.Program(ctx)
	if err != nil {
		return nil, "", err
	}
	all, err := e.licences(ctx, true, true, true)
	return page.NewSite(string(echarts), program), page.Licences(all), err
}

// licences are those of work that a page may have besides the lab's own: ECharts, JupyterLab's style sheets, and the
// program.
func (e *Env) licences(ctx context.Context, echarts, jupyter, program bool) (all []page.Licence, err error) {
	add := func(name, address string, patterns ...string) {
		text := texts(patterns...)
		if text == "" { // the system's packages of Go come without
			text = "Its licence is at " + address + "."
		}
		all = append(all, page.Licence{Name: name, Text: text})
	}
	add("Formicary", "the place where you have it from", filepath.Join(e.Root, "LICENSE"))
	if echarts {
		folder := filepath.Dir(e.EchartsFile())
		add("Apache ECharts", "https://www.apache.org/licenses/LICENSE-2.0", filepath.Join(folder, "NOTICE"), filepath.Join(folder, "LICENSE"))
	}
	if jupyter {
		add("JupyterLab (style sheets)", "https://github.com/jupyterlab/jupyterlab", filepath.Join(e.Python, "lib", "python*", "site-packages", "jupyterlab-*.dist-info", "licenses", "LICENSE"))
	}
	if !program {
		return all, nil
	}
	add("Go", "https://go.dev/LICENSE", filepath.Join(e.Go, "LICENSE"))
	modules, known := modulesOf.Load(e.Root)
	if !known {
		if modules, err = e.findModules(ctx); err != nil {
			return nil, err
		}
		modulesOf.Store(e.Root, modules)
	}
	return append(all, modules.([]page.Licence)...), nil
}

// modulesOf has the licences of the modules by the folder of the lab, once they are known.
var modulesOf sync.Map

// texts are those of the files that match patterns of ours.
func texts(patterns ...string) (text string) {
	for _, pattern := range patterns {
		paths, _ := filepath.Glob(pattern)
		for _, path := range paths {
			if one, err := os.ReadFile(path); err == nil {
				text += string(one) + "\n\n"
			}
		}
	}
	return text
}

// findModules are the licences of the modules that the lab's program for pages is made of.
func (e *Env) findModules(ctx context.Context) (all []page.Licence, err error) {
	cmd := exec.CommandContext(ctx, "go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}", "./pkg/play/program")
	cmd.Dir, cmd.Env = e.Root, append(e.building(), "GOOS=js", "GOARCH=wasm")
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("the modules of the program for pages: %w", err)
	}
	seen := map[string]bool{}
	for line := range strings.Lines(string(out)) {
		name, dir, _ := strings.Cut(strings.TrimSpace(line), "\t")
		if name == "" || seen[name] {
			continue
		}
		seen[name] = true
		text := texts(dir+"/LICEN[CS]E*", dir+"/[Ll]icen[cs]e*", dir+"/NOTICE*", dir+"/COPYING*", dir+"/*LICEN[CS]ES/*")
		if text == "" {
			return nil, fmt.Errorf("module %s, which the program for pages has, comes without a licence", name)
		}
		all = append(all, page.Licence{Name: name, Text: text})
	}
	return all, nil
}
