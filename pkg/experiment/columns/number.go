package columns

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"
	"slices"

	"formicary/pkg/experiment/internal/record"
)

// layout is how a column is written. Its bytes follow each other in the order of
// the header's list.
type layout struct {
	Name  string `json:"name"`
	Count int    `json:"count"`
	// Width is the number of bytes of an integer, 1 to 8: all lowest bytes, then
	// all second ones.
	Width int `json:"width"`
	// Decimals is the power of ten that the integers were multiplied by; -1 means
	// that the integers are the bits of doubles.
	Decimals int `json:"decimals,omitempty"`
	// Differences says that each integer was taken from the one before it.
	Differences bool `json:"differences,omitempty"`
	// Others is how many numbers stand behind the integers as they are: the places
	// in four bytes each, then the doubles in eight.
	Others int `json:"others,omitempty"`
	// Packed is the number of bytes of the column in a sealed file, where it is
	// compressed alone, and Sum the checksum of those (CRC-32C).
	Packed int    `json:"packed,omitempty"`
	Sum    uint32 `json:"sum,omitempty"`
}

// valid says whether there can be such a column.
func (l layout) valid() bool {
	return l.Width >= 1 && l.Width <= 8 && l.Decimals >= -1 && l.Decimals <= 9 && l.Count >= 0 && l.Others >= 0
}

func (l layout) size() int { return l.Count*l.Width + 12*l.Others }

// statistic is the name of the column of a statistic.
func statistic(at int) string { return fmt.Sprintf("statistic %d", at) }

type writer struct {
	columns []layout
	body    []byte
}

func (w *writer) table(table []entry) {
	for _, e := range table {
		switch values := e.values.(type) {
		case *[]int32:
			integers(w, e.name, *values)
		case *[]int64:
			integers(w, e.name, *values)
		case *[]uint64:
			integers(w, e.name, *values)
		case *[]float64:
			w.numbers(e.name, *values)
		}
	}
}

// integers adds a column of integers.
func integers[T int32 | int64 | uint64](w *writer, name string, values []T) {
	all := make([]int64, len(values))
	for i, v := range values {
		all[i] = int64(v)
	}
	w.write(layout{Name: name, Count: len(values)}, all)
}

// numbers adds a column of doubles. The powers of ten are those of counts, and of times in
// microseconds and nanoseconds; where more than a quarter of the values are whole with none
// of them, the bits are written.
func (w *writer) numbers(name string, values []float64) {
	l := layout{Name: name, Count: len(values), Width: 8, Decimals: -1}
	var best []int64
	least := len(values) / 4
	for _, decimals := range []int{0, 6, 9} {
		all, others := make([]int64, len(values)), 0
		for i, v := range values {
			n, ok := record.Whole(v, math.Pow10(decimals))
			if all[i] = n; !ok {
				others++
			}
		}
		if others == 0 || others < least {
			best, least, l.Decimals, l.Others = all, others, decimals, others
		}
		if others == 0 {
			break
		}
	}
	if best == nil {
		for _, v := range values {
			best = append(best, int64(math.Float64bits(v)))
		}
	}
	w.write(l, best)
	var left []byte
	for i, v := range values {
		if l.Others == 0 {
			break
		}
		if _, ok := record.Whole(v, math.Pow10(l.Decimals)); !ok {
			w.body = binary.LittleEndian.AppendUint32(w.body, uint32(i))
			left = binary.LittleEndian.AppendUint64(left, math.Float64bits(v))
		}
	}
	w.body = append(w.body, left...)
}

// texts adds a column of strings: the bytes of their JSON.
func (w *writer) texts(name string, values []string) {
	text := marshal(values)
	w.columns = append(w.columns, layout{Name: name, Count: len(text), Width: 1, Decimals: -1})
	w.body = append(w.body, text...)
}

// write adds the integers of a column, which it changes.
func (w *writer) write(l layout, values []int64) {
	if l.Decimals >= 0 {
		steps, sums := uint64(0), uint64(0)
		before := int64(0)
		for _, v := range values {
			sums |= zigzag(v)
			steps |= zigzag(v - before)
			before = v
		}
		l.Width = width(sums)
		if width(steps) < l.Width {
			l.Differences, l.Width = true, width(steps)
			before = 0
			for i, v := range values {
				values[i], before = v-before, v
			}
		}
		for i, v := range values {
			values[i] = int64(zigzag(v))
		}
	}
	start := len(w.body)
	w.body = slices.Grow(w.body, l.size())[:start+l.Count*l.Width]
	for i, v := range values {
		for b := range l.Width {
			w.body[start+b*l.Count+i] = byte(uint64(v) >> (8 * b))
		}
	}
	w.columns = append(w.columns, l)
}

// zigzag makes small numbers of small integers of either sign.
func zigzag(v int64) uint64 { return uint64(v)<<1 ^ uint64(v>>63) }

func unzigzag(u uint64) int64 { return int64(u>>1) ^ -int64(u&1) }

// width is the number of bytes that hold a number.
func width(u uint64) int { return max(1, (bits.Len64(u)+7)/8) }

// integers reads the integers of a column.
func (l layout) integers(body []byte, out []int64) {
	for i, v := range body[:l.Count] {
		out[i] = int64(v)
	}
	for b := 1; b < l.Width; b++ {
		for i, v := range body[b*l.Count : (b+1)*l.Count] {
			out[i] |= int64(v) << (8 * b)
		}
	}
	if l.Decimals < 0 {
		return
	}
	before := int64(0)
	for i, v := range out {
		out[i] = unzigzag(uint64(v)) + before
		if l.Differences {
			before = out[i]
		}
	}
}

// numbers reads the numbers of a column by way of integers; at is where the body is wrong, ok that it
// is not.
func (l layout) numbers(body []byte, integers []int64, out []float64) (at int, ok bool) {
	l.integers(body, integers)
	if l.Decimals < 0 {
		for i, v := range integers {
			out[i] = math.Float64frombits(uint64(v))
		}
	} else {
		factor := math.Pow10(l.Decimals)
		for i, v := range integers {
			out[i] = float64(v) / factor
		}
	}
	places := body[l.Count*l.Width:]
	values := places[min(4*l.Others, len(places)):]
	for i := range l.Others {
		place := binary.LittleEndian.Uint32(places[4*i:])
		if int(place) >= l.Count {
			return l.Count*l.Width + 4*i, false
		}
		out[place] = math.Float64frombits(binary.LittleEndian.Uint64(values[8*i:]))
	}
	return 0, true
}
