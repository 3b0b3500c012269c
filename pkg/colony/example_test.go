package colony_test

import (
	"fmt"

	"formicary/pkg/colony"
	"formicary/pkg/solver"
)

// A rule is replaced by assigning a func: here the pheromone is kept between
// two bounds, as in MAX–MIN Ant System.
func ExampleRules() {
	settings := colony.Defaults()
	rules := colony.Rules{
		LocalUpdate: func(tau, tau0 float64) float64 {
			return min(max(0.9*tau+0.1*tau0, 0.5*tau0), 20*tau0)
		},
	}
	sum := func(chosen []int32) float64 { return float64(chosen[0] + chosen[1]) }
	c := colony.New(settings, rules, picks{n: 10, k: 2, weigh: sum}, solver.NewPCG(1))
	m := meter()
	for range 200 {
		c.Iterate(m)
	}
	tau := c.Trail().Tau
	fmt.Println("cheap components attract:", tau[0] > tau[9] && tau[1] > tau[9])
	// Output: cheap components attract: true
}
