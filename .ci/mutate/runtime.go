package main

// runtimeFile is added to the mutated package. mutant is the number of the
// mutant that lives, -1 for none; mutant_seen has a byte for every place, in a
// file where places that are reached are noted. Memory is limited: a loop that
// does not end may fill it.
const runtimeFile = `
import (
	mutant_os "os"
	mutant_strconv "strconv"
	mutant_syscall "syscall"
)

var mutant, mutant_seen = mutant_start(%d)

func mutant_start(places int) (int, []byte) {
	limit := mutant_syscall.Rlimit{Cur: 8 << 30, Max: 8 << 30}
	if err := mutant_syscall.Setrlimit(mutant_syscall.RLIMIT_AS, &limit); err != nil {
		panic(err)
	}
	seen := make([]byte, places)
	if path := mutant_os.Getenv("MUTANT_SEEN"); path != "" {
		f, err := mutant_os.OpenFile(path, mutant_os.O_RDWR, 0)
		if err == nil {
			seen, err = mutant_syscall.Mmap(int(f.Fd()), 0, places, mutant_syscall.PROT_READ|mutant_syscall.PROT_WRITE, mutant_syscall.MAP_SHARED)
		}
		if err != nil {
			panic(err)
		}
	}
	if n, err := mutant_strconv.Atoi(mutant_os.Getenv("MUTANT")); err == nil {
		return n, seen
	}
	return -1, seen
}

type mutant_integer interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}

type mutant_real interface{ mutant_integer | ~float32 | ~float64 }

type mutant_ordered interface{ mutant_real | ~string }

func mutant_any(id, n int) bool { mutant_seen[id] = 1; return uint(mutant-id) < uint(n) }

func mutant_is(id int) bool { mutant_seen[id] = 1; return mutant == id }

func mutant_not[T ~bool](id int, b T) T {
	if mutant_is(id) { return !b }
	return b
}

func mutant_minus[T mutant_real](id int, n T) T {
	if mutant_is(id) { return -n }
	return n
}

func mutant_zero[T any](id int, v T) T {
	if mutant_is(id) { var zero T; return zero }
	return v
}

func mutant_constant[T mutant_real](id int, n T) T {
	if mutant_any(id, 3) { return [3]T{n + 1, n - 1, 0}[mutant-id] }
	return n
}

func mutant_step[T mutant_real](id int) T {
	if mutant_any(id, 2) && mutant == id { var zero T; return zero - 1 }
	if mutant_any(id, 2) { return 0 }
	return 1
}
`

// relation and operation are functions of that file for an operator: the name,
// the operator, and those of the mutants.
const (
	relation = `
func mutant_%s[T mutant_ordered](id int, a, b T) bool {
	if mutant_any(id, 2) { if mutant == id { return a %s b }; return a %s b }
	return a %s b
}
`
	operation = `
func mutant_%s[T %s](id int, a, b T) T {
	if mutant_is(id) { return a %s b }
	return a %s b
}
`
	shift = `
func mutant_%s[T, S mutant_integer](id int, a T, b S) T {
	if mutant_is(id) { return a %s b }
	return a %s b
}
`
)
