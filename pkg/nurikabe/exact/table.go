package exact

// table is a set of states in the order in which they came. Its memory is in
// blocks, so that growing copies nothing, and blocks go back to the store once
// their states have been visited.
type table struct {
	size   int
	blocks []*block
	store  *store
}

// block holds consecutive states.
type block [1 << 10]entry

// store is what the two tables of a sweep share: blocks to use again, and the
// index, which only the table that is being filled needs.
type store struct {
	free  []*block
	index []int32 // position + 1 by hash, open addressing; 0 is free
	last  bool    // of several ways to a state keep the last
}

// begin clears the index for a table that will have about n states.
func (s *store) begin(n int) {
	want := 1 << 10
	for want < 2*n {
		want *= 2
	}
	if cap(s.index) < want {
		s.index = make([]int32, want)
		return
	}
	s.index = s.index[:want]
	clear(s.index)
}

// at is the state at a position.
func (t *table) at(i int) *entry { return &t.blocks[i/len(block{})][i%len(block{})] }

// visited gives the block back whose last state is the one at position i.
func (t *table) visited(i int) {
	if i%len(block{}) == len(block{})-1 {
		t.store.free = append(t.store.free, t.blocks[i/len(block{})])
		t.blocks[i/len(block{})] = nil
	}
}

// clear gives all blocks back.
func (t *table) clear() {
	for _, b := range t.blocks {
		if b != nil {
			t.store.free = append(t.store.free, b)
		}
	}
	t.blocks, t.size = t.blocks[:0], 0
}

func (e *entry) hash() uint64 {
	h := e.columns * 0x9e3779b97f4a7c15
	h = (h ^ h>>32 ^ e.pieces[0]) * 0xd6e8feb86659fd93
	h = (h ^ h>>32 ^ e.pieces[1]) * 0xa0761d6478bd642f
	return h ^ h>>29
}

// batch collects states before they go into the table: the memory that they
// need is asked for together, so that the waiting overlaps.
type batch struct {
	entries [128]entry
	hashes  [128]uint64
	n       int
	touched uint64
}

// add puts a state, or another way to it, into the batch.
func (t *table) add(b *batch, e *entry) {
	b.entries[b.n] = *e
	if b.n++; b.n == len(b.entries) {
		t.flush(b)
	}
}

// flush puts the batch into the table.
func (t *table) flush(b *batch) {
	s := t.store
	mask := uint64(len(s.index) - 1)
	var positions [len(b.entries)]int32
	for i := range b.n {
		h := b.entries[i].hash()
		b.hashes[i] = h
		positions[i] = s.index[h&mask]
	}
	for i := range b.n {
		if positions[i] != 0 {
			b.touched += t.at(int(positions[i] - 1)).columns
		}
	}
	for i := range b.n {
		t.put(&b.entries[i], b.hashes[i])
	}
	b.n = 0
}

func (t *table) put(e *entry, hash uint64) {
	s := t.store
	mask := uint64(len(s.index) - 1)
	for h := hash & mask; ; h = (h + 1) & mask {
		i := s.index[h]
		if i == 0 {
			if t.size/len(block{}) == len(t.blocks) {
				t.blocks = append(t.blocks, s.block())
			}
			*t.at(t.size) = *e
			t.size++
			s.index[h] = int32(t.size)
			if 3*t.size > 2*len(s.index) {
				t.rehash()
			}
			return
		}
		if o := t.at(int(i - 1)); o.columns == e.columns && o.pieces == e.pieces {
			if s.last {
				o.board = e.board
			}
			o.board[2] |= many
			return
		}
	}
}

func (s *store) block() *block {
	if n := len(s.free); n > 0 {
		b := s.free[n-1]
		s.free = s.free[:n-1]
		return b
	}
	return new(block)
}

func (t *table) rehash() {
	s := t.store
	s.begin(len(s.index))
	mask := uint64(len(s.index) - 1)
	for i := range t.size {
		h := t.at(i).hash() & mask
		for s.index[h] != 0 {
			h = (h + 1) & mask
		}
		s.index[h] = int32(i + 1)
	}
}
