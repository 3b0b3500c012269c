package cdcl

// heap orders variables by activity, highest first; the lower number wins a
// tie, so that the order is the same on every machine.
type heap struct {
	activity []float64
	items    []int32
	place    []int32 // -1: not in the heap
}

func (h *heap) grow(n int) {
	for v := len(h.activity); v < n; v++ {
		h.activity = append(h.activity, 0)
		h.place = append(h.place, int32(len(h.items)))
		h.items = append(h.items, int32(v))
		h.up(len(h.items) - 1)
	}
}

func (h *heap) before(a, b int32) bool {
	return h.activity[a] > h.activity[b] || h.activity[a] == h.activity[b] && a < b
}

func (h *heap) up(i int) {
	v := h.items[i]
	for i > 0 {
		parent := (i - 1) / 2
		if !h.before(v, h.items[parent]) {
			break
		}
		h.items[i] = h.items[parent]
		h.place[h.items[i]] = int32(i)
		i = parent
	}
	h.items[i] = v
	h.place[v] = int32(i)
}

func (h *heap) down(i int) {
	v := h.items[i]
	for {
		child := 2*i + 1
		if child >= len(h.items) {
			break
		}
		if child+1 < len(h.items) && h.before(h.items[child+1], h.items[child]) {
			child++
		}
		if !h.before(h.items[child], v) {
			break
		}
		h.items[i] = h.items[child]
		h.place[h.items[i]] = int32(i)
		i = child
	}
	h.items[i] = v
	h.place[v] = int32(i)
}

func (h *heap) set(v int32, activity float64) {
	h.activity[v] = activity
	if i := h.place[v]; i >= 0 {
		h.up(int(i))
		h.down(int(h.place[v]))
	}
}

func (h *heap) push(v int32) {
	if h.place[v] >= 0 {
		return
	}
	h.place[v] = int32(len(h.items))
	h.items = append(h.items, v)
	h.up(len(h.items) - 1)
}

func (h *heap) pop() int32 {
	v := h.items[0]
	last := h.items[len(h.items)-1]
	h.items = h.items[:len(h.items)-1]
	h.place[v] = -1
	if len(h.items) > 0 {
		h.items[0] = last
		h.down(0)
	}
	return v
}

func (h *heap) scale(factor float64) {
	for i := range h.activity {
		h.activity[i] *= factor
	}
}
