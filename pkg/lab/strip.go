package lab

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os/exec"
	"path/filepath"
)

// StripOutputs configures git, in the module's own repository only, to commit
// notebooks without their outputs; the files on disk keep them. .gitattributes
// says which files. Without a repository it does nothing.
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
	python := "'" + filepath.Join(e.Python, "bin", "python") + "'"
	strip := python + " -m nbstripout --keep-id"
	return errors.Join(
		// Where the cache has been cleared notebooks pass as they are.
		config("filter.nbstripout.clean", "if test -x "+python+"; then "+strip+" --extra-keys metadata.language_info.version; else cat; fi"),
		config("filter.nbstripout.smudge", "cat"),
		config("diff.ipynb.textconv", strip+" -t"),
	)
}

// Stripped is a notebook without its outputs and the numbers of its cells. The source
// names it in errors.
func Stripped(source string, data []byte) ([]byte, error) {
	if _, err := ParseNotebook(source, data); err != nil {
		return nil, err
	}
	var nb map[string]any
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	if err := d.Decode(&nb); err != nil {
		return nil, err
	}
	for _, cell := range nb["cells"].([]any) {
		if c := cell.(map[string]any); c["cell_type"] == "code" {
			c["outputs"], c["execution_count"] = []any{}, nil
		}
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	err := e.Encode(nb)
	return b.Bytes(), err
}
