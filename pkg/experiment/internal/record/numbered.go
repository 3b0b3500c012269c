package record

// Numbered numbers different values in the order in which they come.
type Numbered[T comparable] struct {
	// All are the values by their numbers.
	All []T
	at  map[T]int32
}

// Of is the number of a value, a new one if it is new.
func (x *Numbered[T]) Of(v T) int32 {
	n, ok := x.at[v]
	if !ok {
		if x.at == nil {
			x.at = map[T]int32{}
		}
		n = int32(len(x.All))
		x.at[v], x.All = n, append(x.All, v)
	}
	return n
}
