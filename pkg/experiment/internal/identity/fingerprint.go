package identity

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"iter"
	"strconv"

	"formicary/pkg/puzzle"
)

// Fingerprint tells plans apart: 12 hexadecimal digits over everything that says what is
// to be run, except for the versions of the code. The hashes of the engines come first,
// then ids and hashes of the puzzles.
func Fingerprint(t Terms, engines iter.Seq[string], puzzles iter.Seq2[string, puzzle.Hash]) string {
	sum := sha256.New()
	fmt.Fprintf(sum, "%q %d %d %+v\n", t.Name, t.Seed, t.Runs, t.Budget)
	if t.Seeds != "" || t.Design != "" { // older plans have neither
		fmt.Fprintf(sum, "%q %q\n", t.Seeds, t.Design)
	}
	var line []byte
	for hash := range engines {
		line = append(append(line[:0], hash...), '\n')
		sum.Write(line)
	}
	for id, hash := range puzzles { // up to millions: fmt would take seconds
		line = append(strconv.AppendQuote(line[:0], id), ' ')
		line = append(hex.AppendEncode(line, hash[:]), '\n')
		sum.Write(line)
	}
	return hex.EncodeToString(sum.Sum(nil)[:6])
}
