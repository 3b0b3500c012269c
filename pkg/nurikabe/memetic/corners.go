package memetic

// acrossOf are the corners of a ring that are white together with both sides beside them.
var acrossOf [256]uint8

func init() {
	for ring := range acrossOf {
		for c := 0; c < 8; c += 2 {
			if three := 1<<c | 1<<((c+1)&7) | 1<<((c+7)&7); ring&three == three {
				acrossOf[ring] |= 1 << c
			}
		}
	}
}

// bend proposes that a full island goes around one of its corners on the other side: it takes
// the position, and gives up the cell across it of a 2×2 block whose three other cells are its
// own. In a chain that is the kink jump of polymers (Verdier and Stockmayer, "Monte Carlo
// calculations on the dynamics of polymers in dilute solution", 1962): a long island moves
// sideways without being taken apart from its end. One corner of several is drawn from u.
func (l *land) bend(to int32, k uint16, luck, u uint64, odds *odds) (tried, moved bool) {
	var from [4]int32
	n := 0
	for corners := acrossOf[l.ring[to]&^l.frame[to]]; corners != 0; corners &= corners - 1 {
		c := lowestOf[corners]
		pos := to + int32(l.delta[c])
		if l.owner[pos] == k && l.spare(pos, l.ring[pos]|1<<((c+4)&7)) {
			from[n] = pos
			n++
		}
	}
	if n == 0 {
		return false, false
	}
	return true, l.swap(from[u>>32*uint64(n)>>32], to, k, luck, odds)
}

// trade proposes that an island that lacks cells takes a position where it would cut the wall,
// and that another island gives up a cell at one of the position's corners, which may be what
// the wall was cut by. One cell of several is drawn from u.
func (l *land) trade(to int32, k uint16, luck, u uint64, odds *odds) (moved bool) {
	var from [4]int32
	n := 0
	for corners := l.ring[to] &^ l.frame[to] &^ sides; corners != 0; corners &= corners - 1 {
		if pos := to + int32(l.delta[lowestOf[corners]]); l.owner[pos] != k && l.leaf(pos) {
			from[n] = pos
			n++
		}
	}
	return n > 0 && l.swap(from[u>>32*uint64(n)>>32], to, k, luck, odds)
}
