// Package lists makes a list, a set or a number of a list in one call, which package slices does not.
//
// # Design
//
// Each func asks for one thing about an element, in the order of the list, and calls nothing else.
//
// # Limits
//
// A loop that ends early, fails or remembers stays a loop. So does the inner loop of an engine, where a call for each
// element costs time.
package lists

// Map has for each element of all what of says of it. It is never nil.
func Map[T, V any](all []T, of func(T) V) []V {
	return Of(len(all), func(i int) V { return of(all[i]) })
}

// Of is a list of n elements, each made of its index. It is never nil.
func Of[V any](n int, of func(i int) V) []V {
	out := make([]V, n)
	for i := range out {
		out[i] = of(i)
	}
	return out
}

// Set has true for what of says of each element of all.
func Set[T any, K comparable](all []T, of func(T) K) map[K]bool {
	set := make(map[K]bool, len(all))
	for _, one := range all {
		set[of(one)] = true
	}
	return set
}

// Count is the number of elements that are so.
func Count[T any](all []T, is func(T) bool) (n int) {
	for _, one := range all {
		if is(one) {
			n++
		}
	}
	return n
}

// Sum adds what of says of each element, from the first to the last.
func Sum[T any, N int | float64](all []T, of func(T) N) (sum N) {
	for _, one := range all {
		sum += of(one)
	}
	return sum
}
