package folder

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"formicary/pkg/assets"
	"formicary/pkg/experiment/internal/identity"
)

// verifiedFile keeps in a folder which code was seen to come to the same.
const verifiedFile = "verified.json"

// Verified says which versions of code came to the same where runs were rerun.
type Verified []Equal

// Equal are two versions of an engine's code that came to the same.
type Equal struct {
	// Engine and Variant name it, Parameters is the hash of its parameters
	// ([record.Record.ConfigHash]).
	Engine     string `json:"engine"`
	Variant    string `json:"variant,omitempty"`
	Parameters string `json:"parameters"`
	// Theirs had made records ([record.Record.Code]); with Ours Runs of them were rerun
	// on that Day (2006-01-02, UTC).
	Theirs string `json:"theirs"`
	Ours   string `json:"ours"`
	Runs   int    `json:"runs"`
	Day    string `json:"day"`
}

// verifiedContent is what the file has.
type verifiedContent struct {
	Format string   `json:"format"`
	Equal  Verified `json:"equal"`
}

const verifiedFormat = "formicary verified 1"

// ReadVerified reads what [Plan.Verify] has kept in a folder; nothing where it was
// never called. The error is that of a file that is something else.
func ReadVerified(dir string) (Verified, error) {
	path := filepath.Join(dir, verifiedFile)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, fmt.Errorf("experiment: %w", err)
	}
	var c verifiedContent
	if err := json.Unmarshal(text, &c); err != nil {
		return nil, fmt.Errorf("experiment: %s: expected %q, and which versions of code are equal (%w); it may be deleted", path, verifiedFormat, err)
	} else if c.Format != verifiedFormat {
		return nil, fmt.Errorf("experiment: %s: expected %q, found %q; it may be deleted", path, verifiedFormat, c.Format)
	}
	return c.Equal, nil
}

// Find is what is known of two versions of the code of an engine with parameters of a
// hash, whichever was verified by the other; ok is false where nothing is.
func (v Verified) Find(parameters, code, other string) (e Equal, ok bool) {
	code, _, _ = strings.Cut(code, identity.Revision)
	i := slices.IndexFunc(v, func(e Equal) bool {
		return e.Parameters == parameters && (e.Theirs == code && e.Ours == other || e.Theirs == other && e.Ours == code)
	})
	if i < 0 {
		return Equal{}, false
	}
	return v[i], true
}

// With are the versions of the code of an engine that were seen to be equal to one.
func (v Verified) With(parameters, code string) (out []string) {
	code, _, _ = strings.Cut(code, identity.Revision)
	for _, e := range v {
		switch {
		case e.Parameters == parameters && e.Ours == code:
			out = append(out, e.Theirs)
		case e.Parameters == parameters && e.Theirs == code:
			out = append(out, e.Ours)
		}
	}
	return out
}

// And takes what came of runs that were rerun: whether two versions of code came to
// the same.
func (v Verified) And(e Equal, same bool) Verified {
	v = slices.DeleteFunc(slices.Clone(v), func(o Equal) bool {
		return o.Parameters == e.Parameters && (o.Theirs == e.Theirs && o.Ours == e.Ours || o.Theirs == e.Ours && o.Ours == e.Theirs)
	})
	if same {
		v = append(v, e)
	}
	return v
}

// Write keeps it in a folder.
func (v Verified) Write(dir string) error {
	text, err := json.MarshalIndent(verifiedContent{verifiedFormat, append(Verified{}, v...)}, "", " ")
	if err == nil {
		err = assets.ReplaceFile(filepath.Join(dir, verifiedFile), append(text, '\n'))
	}
	if err != nil {
		return fmt.Errorf("experiment: %w", err)
	}
	return nil
}
