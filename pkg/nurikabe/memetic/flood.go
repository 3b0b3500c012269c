package memetic

import "math"

// flood is the memory of floods of white cells.
type flood struct {
	mark  []uint32 // of a position: the last flood that was there
	stamp uint32
	queue [4][]int32
}

// next is a number that no mark has, nor have the three after it.
func (f *flood) next() uint32 {
	if f.stamp > math.MaxUint32-8 {
		clear(f.mark)
		f.stamp = 0
	}
	f.stamp += 4
	return f.stamp
}

// cuts says whether turning a black position white would break the wall into more
// pieces.
//
// By planar duality, as in package acs: it does exactly where two of the gaps
// between its black neighbours at the sides, with white in them, belong to one
// 8-connected component of white cells, to which everything outside the board
// counts. The components are flooded from all gaps in turn, a cell each, until
// two meet or all but one are complete: the work is that of the smaller ones. A
// flood that reaches the frame rests; so does not another one that reaches it.
func (l *land) cuts(pos int32) bool {
	gaps := &gapsOf[l.ring[pos]]
	n := int(gaps.n)
	if n < 2 {
		return false
	}
	f := &l.flood
	stamp := f.next()
	sea := -1 // the flood that reached the frame
	for i := range n {
		start := pos + int32(l.delta[gaps.gap[i]])
		f.queue[i] = f.queue[i][:0]
		if l.owner[start] == outside {
			if sea >= 0 {
				return true
			}
			sea = i
			continue
		}
		f.mark[start] = stamp + uint32(i)
		f.queue[i] = append(f.queue[i], start)
	}
	var head [4]int
	for left := n - 1; ; {
		for i := range n {
			if i == sea || head[i] < 0 {
				continue
			}
			q := f.queue[i]
			if head[i] == len(q) {
				if left--; left == 0 {
					return false
				}
				head[i] = -1
				continue
			}
			at := q[head[i]]
			head[i]++
			for around := l.ring[at]; around != 0; around &= around - 1 {
				next := at + int32(l.delta[lowestOf[around]])
				if l.owner[next] == outside {
					if sea >= 0 && sea != i {
						return true
					}
					sea = i
					break
				}
				if seen := f.mark[next]; seen < stamp {
					f.mark[next] = stamp + uint32(i)
					q = append(q, next)
				} else if seen != stamp+uint32(i) {
					return true
				}
			}
			f.queue[i] = q
		}
	}
}
