package solver

import (
	"crypto/sha256"
	"encoding/binary"
	"math/rand/v2"

	"formicary/pkg/puzzle"
)

// Seed derives the seed of one run from the plan's seed, the puzzle's content, the engine's name and
// the number of the run. More runs, engines or puzzles in a plan never change the others. Variants of
// one engine get the same seeds: they are compared on equal terms, pair by pair.
func Seed(plan uint64, p puzzle.Hash, engine string, run int) uint64 {
	var memory [128]byte
	text := binary.BigEndian.AppendUint64(memory[:0], plan)
	text = append(text, p[:]...)
	text = binary.BigEndian.AppendUint64(text, uint64(run))
	text = append(text, engine...)
	sum := sha256.Sum256(text)
	return binary.BigEndian.Uint64(sum[:])
}

// NewPCG returns the generator that engines use, seeded.
func NewPCG(seed uint64) *rand.PCG { return rand.NewPCG(seed, seed^0x9e3779b97f4a7c15) }
