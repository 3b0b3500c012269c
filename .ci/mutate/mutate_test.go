package main

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestSmall lets the mutants of a small package live and die.
func TestSmall(t *testing.T) {
	t.Chdir("../..")
	var out bytes.Buffer
	if err := run(t.Context(), &out, "./.ci/mutate/testdata/small", ".ci/mutate/testdata/equivalent.txt", 0, 1); err != nil {
		t.Fatal(err)
	}
	got := strings.ReplaceAll(out.String(), ".ci/mutate/testdata/", "")
	got = regexp.MustCompile(`(, | in )\d+(\.\d)? s\n`).ReplaceAllString(got, "\n")
	want := `stale: equivalent.txt:5: no mutant is "small/small.go Ends: 8 → 9" in "for n = 80; !done(n); {"
./small: 46 mutants, 44 of them reached by 3 tests
alive: small/small.go:22:5 Grow: sum > limit && n > 3 → sum > limit || n > 3
	if sum > limit && n > 3 {
alive: small/small.go:22:5 Grow: sum > limit → sum >= limit
	if sum > limit && n > 3 {
alive: small/small.go:22:20 Grow: n > 3 → n >= 3
	if sum > limit && n > 3 {
alive: small/small.go:22:24 Grow: 3 → 4
	if sum > limit && n > 3 {
alive: small/small.go:22:24 Grow: 3 → 2
	if sum > limit && n > 3 {
alive: small/small.go:22:24 Grow: 3 → 0
	if sum > limit && n > 3 {
alive: small/small.go:30:10 Ends: 8 → 7
	for n = 8; !done(n); {
alive: small/small.go:30:10 Ends: 8 → 0
	for n = 8; !done(n); {
alive: small/small.go:33:9 Ends: n → (zero value)
	return n
not reached: small/small.go:37:37 Never: a || b → a && b
	func Never(a, b bool) bool { return a || b }
not reached: small/small.go:37:37 Never: a || b → !(a || b)
	func Never(a, b bool) bool { return a || b }
./small: sampled 46, killed 34 (2 by time), equivalent 1, alive 11 (2 not reached), rate 75.6 % (60.5 to 87.1)
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
