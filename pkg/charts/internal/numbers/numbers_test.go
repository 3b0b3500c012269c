package numbers_test

import (
	"fmt"
	"math"

	"formicary/pkg/charts/internal/numbers"
)

func Example() {
	t := numbers.NewTable("label", "runs", "share")
	t.Add("=ants", 3, 1.0/3)
	t.Add("none", int64(0), math.NaN())
	fmt.Println(t.All(), numbers.Text(math.Copysign(0, -1)))
	// Output: [[label runs share] ['=ants 3 0.333333] [none 0 ]] 0
}
