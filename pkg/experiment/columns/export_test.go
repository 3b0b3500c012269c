package columns

import (
	"iter"

	"formicary/pkg/experiment"
)

// Block is the number of records of a block.
const Block = block

// Shared yields the records as [Records] does: their lists are overwritten.
func (s *Sealed) Shared() iter.Seq2[experiment.Record, error] { return s.records(false) }

// Read reads whole records: what is left of them when they are written.
func Read(source string, packed []byte) (Set, error) {
	r, err := unpack(source, packed)
	if err != nil {
		return Set{}, err
	}
	records, err := r.records()
	if err != nil {
		return Set{}, err
	}
	out := Set{Records: records, Texts: r.h.Texts}
	if len(records) == 0 {
		out.Records = nil
	}
	return out, nil
}
