package network

import "math/bits"

// matching gives each variable of a scheme a digit of its own.
type matching struct {
	domains []Domain // of the scheme's variables
	digit   []uint8  // of each place, 0 for none yet
	owner   [64]int8 // place that has a digit, -1 for none
}

// match finds a matching of a scheme, or says that there is none.
func match(domains []Domain) (*matching, bool) {
	m := &matching{domains: domains, digit: make([]uint8, len(domains))}
	for v := range m.owner {
		m.owner[v] = -1
	}
	for place := range domains {
		if seen := Domain(0); !m.place(place, &seen) {
			return m, false
		}
	}
	return m, true
}

// place finds a digit for a place, moving others where it must (Kuhn, "The
// Hungarian method for the assignment problem", 1955). Digits in seen are not
// to be used.
func (m *matching) place(place int, seen *Domain) bool {
	for {
		left := m.domains[place] &^ *seen
		if left == 0 {
			return false
		}
		v := uint8(bits.TrailingZeros64(uint64(left)))
		*seen |= Only(v)
		if other := m.owner[v]; other < 0 || m.place(int(other), seen) {
			m.owner[v], m.digit[place] = int8(place), v
			return true
		}
	}
}

// supported are the digits of x that are part of a valid tuple of constraint
// c: one matching is found, and then for each other digit of x whoever has it
// is asked to find another, without x and without that digit.
func (n *Network) supported(x, c int) Domain {
	scheme := n.Constraints[c]
	domains := make([]Domain, len(scheme))
	at := -1
	for i, y := range scheme {
		if domains[i] = n.Domains[y]; int(y) == x {
			at = i
		}
	}
	m, ok := match(domains)
	if !ok {
		return 0
	}
	out := Only(m.digit[at])
	for left := domains[at] &^ out; left != 0; left &= left - 1 {
		v := uint8(bits.TrailingZeros64(uint64(left)))
		other := m.owner[v]
		if other < 0 {
			out |= Only(v)
			continue
		}
		try := *m
		try.digit = append([]uint8(nil), m.digit...)
		try.owner[m.digit[at]] = -1
		if seen := Only(v); try.place(int(other), &seen) {
			out |= Only(v)
		}
	}
	return out
}
