package lists_test

import (
	"fmt"
	"strings"

	"formicary/pkg/lists"
)

func Example() {
	words := []string{"nest", "ant", "ant"}
	long := func(word string) bool { return len(word) > 3 }
	length := func(word string) int { return len(word) }
	fmt.Println(lists.Map(words, strings.ToUpper), lists.Of(3, func(i int) int { return i * i }))
	fmt.Println(lists.Set(words, strings.ToUpper), lists.Count(words, long), lists.Sum(words, length))
	fmt.Println(lists.Map(nil, strings.ToUpper) != nil)
	// Output:
	// [NEST ANT ANT] [0 1 4]
	// map[ANT:true NEST:true] 1 10
	// true
}
