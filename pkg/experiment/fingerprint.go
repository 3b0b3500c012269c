package experiment

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"strconv"
)

// fingerprint tells plans apart: 12 hexadecimal digits over everything that
// says what is to be run, except for the versions of the code. The engines come
// first, then the puzzles.
type fingerprint struct {
	sum  hash.Hash
	line []byte
}

func newFingerprint(p Plan) *fingerprint {
	f := &fingerprint{sum: sha256.New()}
	fmt.Fprintf(f.sum, "%q %d %d %+v\n", p.Name, p.Seed, p.Runs, p.Budget)
	if p.Seeds != "" || p.Design != "" { // older plans have neither
		fmt.Fprintf(f.sum, "%q %q\n", p.Seeds, p.Design)
	}
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
