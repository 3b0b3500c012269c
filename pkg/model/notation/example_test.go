package notation_test

import (
	"fmt"
	"os"
	"strings"

	"formicary/pkg/model"
	"formicary/pkg/model/notation"
)

// A kind that has signs in some cells gets a text and addresses of puzzle sites; a
// puzzle is read from an address, and written as one.
func Example() {
	rooks := &model.Kind{
		Name: "rooks", Title: "Rooks", Parts: []*model.Part{model.Clues},
		Declare: func(m *model.Model, in *model.Instance) {
			rook := m.Cells(model.Shade, 2, func(cell int) bool { return in.Sign(model.Clues, cell) == model.None })
			m.Rule("a rook in every row")
			for i := range m.Size().Rows {
				m.Exactly(1, rook.In(1, m.Row(i)...)...)
			}
		},
	}
	kind := notation.Of(rooks, &notation.Address{Name: "rooks", Body: []notation.Code{notation.Marks(model.Clues, "#")}})
	set, err := kind.Read("typed", strings.NewReader("https://puzz.link/p?rooks/3/2/b0"))
	if err != nil {
		panic(err)
	}
	fmt.Println(set.Items[0].Text())
	format, err := kind.Format("url")
	if err == nil {
		err = format.Write(os.Stdout, set)
	}
	fmt.Println(err)
	// Output:
	// 2 3
	// - # -
	// # # -
	// https://puzz.link/p?rooks/3/2/b0
	// <nil>
}
