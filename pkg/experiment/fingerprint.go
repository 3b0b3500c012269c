package experiment

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"strconv"

	"formicary/pkg/solver"
)

// fingerprint tells plans apart: 12 hexadecimal digits over everything that
// says what is to be run, except for the versions of the code. The engines come
// first, then the puzzles.
type fingerprint struct {
	sum  hash.Hash
	line []byte
}

func newFingerprint(name string, seed uint64, runs int, budget solver.Budget) *fingerprint {
	f := &fingerprint{sum: sha256.New()}
	fmt.Fprintf(f.sum, "%q %d %d %+v\n", name, seed, runs, budget)
	return f
}

func (f *fingerprint) engine(hash string) {
	f.line = append(append(f.line[:0], hash...), '\n')
	f.sum.Write(f.line)
}

// puzzle adds a puzzle with all of its hash.
func (f *fingerprint) puzzle(id, hash string) {
	f.line = append(strconv.AppendQuote(f.line[:0], id), ' ')
	f.line = append(append(f.line, hash...), '\n')
	f.sum.Write(f.line)
}

func (f *fingerprint) String() string { return hex.EncodeToString(f.sum.Sum(nil)[:6]) }
