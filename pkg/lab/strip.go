package lab

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"os/exec"
)

// strip is the program that git has notebooks stripped by.
//
//go:embed strip.py
var strip string

// StripOutputs configures git, in the module's own repository only, to commit
// notebooks without their outputs; the files on disk keep them. .gitattributes
// says which files. Git needs nothing of the cache for it, only Python: without one
// it shows differences of whole files, and refuses to add a notebook. Without a
// repository StripOutputs does nothing.
func (e *Env) StripOutputs(ctx context.Context) error {
	git, err := exec.LookPath("git")
	if err != nil {
		return nil
	}
	config := func(name, value string) error {
		_, err := output(ctx, e.Root, nil, git, "config", "--local", name, value)
		return err
	}
	if _, err := output(ctx, e.Root, nil, git, "rev-parse", "--git-dir"); err != nil {
		return ctx.Err()
	}
	program := "python3 -c '" + strip + "'"
	return errors.Join(
		config("filter.nbstripout.clean", program+` || { echo "formicary: notebooks are committed without their outputs, which needs python3 on the PATH: install it, then repeat the command" >&2; exit 1; }`),
		config("filter.nbstripout.smudge", "cat"),
		config("filter.nbstripout.required", "true"),
		config("diff.ipynb.textconv", "f() { "+program+` "$1" || cat "$1"; }; f`),
	)
}

// Stripped is a notebook without its outputs, the numbers of its cells and what papermill
// notes, such as the places of files. The source names it in errors.
func Stripped(source string, data []byte) ([]byte, error) {
	if _, err := ParseNotebook(source, data); err != nil {
		return nil, err
	}
	nb, err := rawNotebook(data)
	if err != nil {
		return nil, err
	}
	noted := []any{nb}
	for _, cell := range nb["cells"].([]any) {
		if c := cell.(map[string]any); c["cell_type"] == "code" {
			c["outputs"], c["execution_count"] = []any{}, nil
		}
		noted = append(noted, cell)
	}
	for _, part := range noted {
		if metadata, ok := part.(map[string]any)["metadata"].(map[string]any); ok {
			delete(metadata, "papermill")
		}
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	err = e.Encode(nb)
	return b.Bytes(), err
}
