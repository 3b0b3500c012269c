package gallery_test

import (
	"fmt"

	"formicary/pkg/gallery"
)

// A page of play takes a sample of an open set along; [gallery.Play] makes it.
func Example() {
	ground, err := gallery.Playground("nurikabe", nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(ground.Names, ground.Sets[0].Len(), ground.Puzzle.ID())
	// Output: [Nurikabe] 30 10x13-103-4
}
