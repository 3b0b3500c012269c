package play

import (
	"encoding/binary"
	"math/bits"
	"slices"
)

// LZMA (Igor Pavlov's LZMA specification, 2015), which takes a fifth less of a program than gzip does: its numbers are
// coded bit by bit with probabilities that follow the text, and a match may reach back to the beginning. Browsers have
// no decoder; that of pages is in engine.js.

const (
	lzmaStates  = 12
	lzmaHashed  = 1 << 18 // heads of chains
	lzmaTries   = 32      // members of a chain that are tried
	lzmaLongest = 273
	lzmaNice    = 128  // a match so long is taken as it is
	lzmaAfter   = 0x80 // in the first byte: another text comes before this one
)

type prob = uint16 // of a 0, in 2048ths

// lzmaEncoder is the state of both the range coder and the model: 3 bits of the last byte are the context of a literal,
// and a place in the text is none.
type lzmaEncoder struct {
	out      []byte
	low      uint64
	width    uint32
	cache    byte
	waiting  int
	match    [lzmaStates]prob
	rep      [lzmaStates]prob
	repG0    [lzmaStates]prob
	repG1    [lzmaStates]prob
	repG2    [lzmaStates]prob
	rep0Long [lzmaStates]prob
	literals [8 * 0x300]prob
	slots    [4][64]prob
	special  [115]prob
	align    [16]prob
	lens     [2]lzmaLengths // of matches, and of repeated ones
	state    int
	reps     [4]int // distances, from 0
	text     []byte
	heads    []int32
	chain    []int32
}

type lzmaLengths struct {
	choice, choice2 prob
	low, mid        [8]prob
	high            [256]prob
}

// lzma compresses a text: the file format of LZMA alone, which xz reads, too. Matches may reach back into another text,
// which the decoder is to be given as well; the first byte tells so.
func lzma(text, before []byte) []byte {
	whole := slices.Concat(before, text)
	e := &lzmaEncoder{width: 1<<32 - 1, waiting: 1, text: whole, heads: make([]int32, lzmaHashed), chain: make([]int32, len(whole))}
	for _, all := range [][]prob{
		e.match[:], e.rep[:], e.repG0[:], e.repG1[:], e.repG2[:], e.rep0Long[:], e.literals[:], e.special[:], e.align[:],
		e.slots[0][:], e.slots[1][:], e.slots[2][:], e.slots[3][:],
	} {
		half(all)
	}
	for i := range e.lens {
		l := &e.lens[i]
		l.choice, l.choice2 = 1024, 1024
		half(l.low[:])
		half(l.mid[:])
		half(l.high[:])
	}
	for i := range e.heads {
		e.heads[i] = -1
	}
	properties := byte(3) // lc = 3, lp = 0, pb = 0
	if len(before) > 0 {
		properties |= lzmaAfter
	}
	e.out = append(e.out, properties)
	e.out = binary.LittleEndian.AppendUint32(e.out, 1<<max(12, bits.Len(uint(len(whole)))))
	e.out = binary.LittleEndian.AppendUint64(e.out, uint64(len(text)))
	for at := range before {
		e.put(at)
	}
	e.all(len(before))
	for range 5 {
		e.shift()
	}
	return e.out
}

func half(all []prob) {
	for i := range all {
		all[i] = 1024
	}
}

// shift writes the top byte, unless a carry may still change it.
func (e *lzmaEncoder) shift() {
	if uint32(e.low) < 0xff000000 || e.low>>32 != 0 {
		for c := e.cache; e.waiting > 0; e.waiting-- {
			e.out = append(e.out, c+byte(e.low>>32))
			c = 0xff
		}
		e.cache = byte(e.low >> 24)
	}
	e.waiting++
	e.low = e.low & 0x00ffffff << 8
}

func (e *lzmaEncoder) bit(p *prob, bit int) {
	bound := e.width >> 11 * uint32(*p)
	if bit == 0 {
		e.width = bound
		*p += (2048 - *p) >> 5
	} else {
		e.low += uint64(bound)
		e.width -= bound
		*p -= *p >> 5
	}
	for e.width < 1<<24 {
		e.width <<= 8
		e.shift()
	}
}

func (e *lzmaEncoder) direct(value, count int) {
	for i := count - 1; i >= 0; i-- {
		e.width >>= 1
		if value>>i&1 == 1 {
			e.low += uint64(e.width)
		}
		for e.width < 1<<24 {
			e.width <<= 8
			e.shift()
		}
	}
}

func (e *lzmaEncoder) tree(probs []prob, value, count int) {
	m := 1
	for i := count - 1; i >= 0; i-- {
		b := value >> i & 1
		e.bit(&probs[m], b)
		m = m<<1 | b
	}
}

func (e *lzmaEncoder) reverse(probs []prob, value, count int) {
	m := 1
	for range count {
		b := value & 1
		value >>= 1
		e.bit(&probs[m], b)
		m = m<<1 | b
	}
}

func (e *lzmaEncoder) length(l *lzmaLengths, n int) {
	switch n -= 2; {
	case n < 8:
		e.bit(&l.choice, 0)
		e.tree(l.low[:], n, 3)
	case n < 16:
		e.bit(&l.choice, 1)
		e.bit(&l.choice2, 0)
		e.tree(l.mid[:], n-8, 3)
	default:
		e.bit(&l.choice, 1)
		e.bit(&l.choice2, 1)
		e.tree(l.high[:], n-16, 8)
	}
}

func (e *lzmaEncoder) literal(at int) {
	e.bit(&e.match[e.state], 0)
	last := byte(0)
	if at > 0 {
		last = e.text[at-1]
	}
	probs, c, m := e.literals[int(last>>5)*0x300:], int(e.text[at]), 1
	if e.state >= 7 { // after a match: the byte that it would have gone on with
		for like, i := int(e.text[at-e.reps[0]-1]), 7; i >= 0; i-- {
			b, other := c>>i&1, like>>i&1
			e.bit(&probs[(1+other)<<8+m], b)
			m = m<<1 | b
			if b != other {
				for i--; i >= 0; i-- {
					b := c >> i & 1
					e.bit(&probs[m], b)
					m = m<<1 | b
				}
				break
			}
		}
	} else {
		e.tree(probs, c, 8)
	}
	switch {
	case e.state < 4:
		e.state = 0
	case e.state < 10:
		e.state -= 3
	default:
		e.state -= 6
	}
}

func (e *lzmaEncoder) after(literal, match int) {
	if e.state < 7 {
		e.state = literal
	} else {
		e.state = match
	}
}

func (e *lzmaEncoder) matched(distance, n int) {
	e.bit(&e.match[e.state], 1)
	e.bit(&e.rep[e.state], 0)
	e.after(7, 10)
	e.length(&e.lens[0], n)
	slot := distance
	if distance >= 4 {
		high := bits.Len(uint(distance)) - 1
		slot = high<<1 | distance>>(high-1)&1
	}
	e.tree(e.slots[min(n-2, 3)][:], slot, 6)
	if slot >= 4 {
		extra := slot>>1 - 1
		base := (2 | slot&1) << extra
		if slot < 14 {
			e.reverse(e.special[base-slot:], distance-base, extra)
		} else {
			e.direct((distance-base)>>4, extra-4)
			e.reverse(e.align[:], (distance-base)&15, 4)
		}
	}
	e.reps = [4]int{distance, e.reps[0], e.reps[1], e.reps[2]}
}

func (e *lzmaEncoder) repeated(which, n int) {
	e.bit(&e.match[e.state], 1)
	e.bit(&e.rep[e.state], 1)
	if which == 0 {
		e.bit(&e.repG0[e.state], 0)
		e.bit(&e.rep0Long[e.state], min(n-1, 1))
	} else {
		e.bit(&e.repG0[e.state], 1)
		e.bit(&e.repG1[e.state], min(which-1, 1))
		if which > 1 {
			e.bit(&e.repG2[e.state], which-2)
		}
		d := e.reps[which]
		copy(e.reps[1:which+1], e.reps[:which])
		e.reps[0] = d
	}
	if n == 1 {
		e.after(9, 11)
		return
	}
	e.length(&e.lens[1], n)
	e.after(8, 11)
}

// same is how many bytes at two places are the same, up to the longest match.
func (e *lzmaEncoder) same(a, b int) (n int) {
	for most := min(lzmaLongest, len(e.text)-b); n < most && e.text[a+n] == e.text[b+n]; n++ {
	}
	return n
}

// find adds a place to the chains, and appends its matches to pairs: each longer than the last and further away.
func (e *lzmaEncoder) find(at int, pairs [][2]int) [][2]int {
	pairs = pairs[:0]
	longest := 1
	for other, left := e.put(at), lzmaTries; other >= 0 && left > 0; other, left = e.chain[other], left-1 {
		if n := e.same(int(other), at); n > longest {
			longest = n
			pairs = append(pairs, [2]int{n, at - int(other) - 1})
			if n >= lzmaNice {
				break
			}
		}
	}
	return pairs
}

// put adds a place to the chains, and returns the one before it in its chain; -1 for none.
func (e *lzmaEncoder) put(at int) int32 {
	if at+3 > len(e.text) {
		return -1
	}
	key := (uint32(e.text[at]) | uint32(e.text[at+1])<<8 | uint32(e.text[at+2])<<16) * 2654435761 >> (32 - 18)
	other := e.heads[key]
	e.chain[at], e.heads[key] = other, int32(at)
	return other
}

// further says whether a distance is so much further that one byte less is the better match.
func further(near, far int) bool { return near < far>>7 }

// all encodes the text from a place on: at each place what covers most in few bits, by the rules of thumb of the reference encoder's
// fast mode.
func (e *lzmaEncoder) all(start int) {
	n, ahead := len(e.text), false // whether the matches of this place have been found
	var pairs, next [][2]int
	for at := start; at < n; {
		if ahead {
			pairs, next = next, pairs
		} else {
			pairs = e.find(at, pairs)
		}
		ahead = false
		which, rep := 0, 0
		for i, d := range e.reps {
			if d < at {
				if same := e.same(at-d-1, at); same > rep {
					which, rep = i, same
				}
			}
		}
		main, distance := 0, 0
		if k := len(pairs); k > 0 {
			main, distance = pairs[k-1][0], pairs[k-1][1]
			for k > 1 && main == pairs[k-2][0]+1 && further(pairs[k-2][1], distance) {
				k--
				main, distance = pairs[k-1][0], pairs[k-1][1]
			}
			if main == 2 && distance >= 0x80 || main == 3 && distance >= 1<<15 {
				main = 1
			}
		}
		take := func(count int) { // the places that a match covers are found, too
			for i := 1; i < count; i++ {
				if i > 1 || !ahead {
					next = e.find(at+i, next)
				}
			}
			at += count
			ahead = false
		}
		switch {
		case rep >= lzmaNice, rep >= 2 && (rep+1 >= main || rep+2 >= main && distance >= 1<<9 || rep+3 >= main && distance >= 1<<15):
			e.repeated(which, rep)
			take(rep)
			continue
		case main >= lzmaNice:
			e.matched(distance, main)
			take(main)
			continue
		}
		short := e.reps[0] < at && e.text[at] == e.text[at-e.reps[0]-1]
		if main >= 2 && at+1 < n {
			next, ahead = e.find(at+1, next), true
			longer, far := 0, 0
			if k := len(next); k > 0 {
				longer, far = next[k-1][0], next[k-1][1]
			}
			better := longer >= main && far < distance || longer == main+1 && !further(distance, far) || longer > main+1 ||
				longer+1 >= main && main >= 3 && further(far, distance)
			for _, d := range e.reps {
				better = better || d < at+1 && e.same(at-d, at+1) >= max(2, main-1)
			}
			if !better {
				e.matched(distance, main)
				take(main)
				continue
			}
		}
		if short && main < 2 {
			e.repeated(0, 1)
		} else {
			e.literal(at)
		}
		at++
	}
}
