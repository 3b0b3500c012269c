package pencil

import (
	"math/rand/v2"
	"slices"
	"strconv"

	"formicary/pkg/model"
	"formicary/pkg/puzzle"
)

// mostWays bounds the ways to fill a cage that are tried: six cells on a board of 9×9 have so many.
const mostWays = 1_000_000

// ways is the number of ways to fill so many cells with digits up to most, or one above [mostWays].
func ways(most, cells int) int {
	n := 1
	for range cells {
		if n *= most; n > mostWays {
			break
		}
	}
	return n
}

// KenKen: a Latin square whose cages have results of an operation. A cage without a result has any digits.
var KenKen = &model.Kind{
	Name: "kenken", Title: "KenKen", Parts: []*model.Part{model.Clues, model.Regions},
	Marks: map[string]model.Mark{".": model.Blank, "": model.Cornered},
	Make:  &model.Making{Sizes: squareTo(16), Size: side(6), Regions: [2]int{1, 4}, Clues: calculate},
	Declare: func(m *model.Model, in *model.Instance) {
		if m.Size().Rows != m.Size().Cols {
			in.ExpectedBoard("as many columns as rows")
			return
		}
		digits := latin(m)
		cages, _ := in.Areas(nil)
		for _, cage := range cages {
			for _, cell := range cage.Cells {
				sign := in.Sign(model.Clues, cell)
				if sign == model.None || sign == "." {
					continue
				}
				op := byte(0)
				if last := sign[len(sign)-1]; last < '0' || last > '9' {
					op, sign = last, sign[:len(sign)-1]
				}
				n, ok := puzzle.ParseNatural(sign)
				if !ok || !slices.Contains([]byte{0, '+', '-', '*', 'x', '/'}, op) {
					in.Expected(model.Clues, cell, "a number with +, -, * or / behind it, . or -")
				}
				if op != '+' && ways(m.Size().Cols, len(cage.Cells)) > mostWays {
					in.Expected(model.Clues, cell, "a sum, or a smaller cage")
					return
				}
				m.Rule("the digits of a cage give its number", cell)
				gives(m, of(digits, cage.Cells), op, n)
			}
		}
	},
	Sign: number,
}

// gives makes the digits of a cage give a number: one of the tuples that do. An operation of 0 is any.
func gives(m *model.Model, cage []model.Var, op byte, n int) {
	if op == '+' {
		var terms []model.Term
		for _, v := range cage {
			terms = append(terms, v.Weighted(nil)...)
		}
		m.Sum(n, n, terms...)
		return
	}
	var ways []model.Lit
	tuple := make([]int, len(cage))
	var choose func(i int)
	choose = func(i int) {
		if i == len(cage) {
			if results(tuple, op, n) {
				var lits []model.Lit
				for k, v := range cage {
					lits = append(lits, v.Is(tuple[k]))
				}
				ways = append(ways, m.And(lits...))
			}
			return
		}
		for x := 1; x < cage[i].Values(); x++ {
			if tuple[i] = x; op != '*' && op != 'x' || n%x == 0 {
				choose(i + 1)
			}
		}
	}
	choose(0)
	m.Any(ways...)
}

// results says whether digits give a number: the largest first where the order matters.
func results(digits []int, op byte, n int) bool {
	sum, product, largest := 0, 1, slices.Max(digits)
	for _, x := range digits {
		sum, product = sum+x, product*x
	}
	switch op {
	case '+':
		return sum == n
	case '-':
		return 2*largest-sum == n
	case '*', 'x':
		return product == n
	case '/':
		return n*product == largest*largest
	}
	return slices.ContainsFunc([]byte("+-*/"), func(op byte) bool { return results(digits, op, n) })
}

// calculate gives every cage the result of a random operation: any that is possible on two digits, a sum
// or a product of more.
func calculate(in *model.Instance, at func(cell int) []int, r *rand.Rand) bool {
	cages, _ := in.Areas(nil)
	for _, cage := range cages {
		var digits []int
		sum, product := 0, 1
		for _, cell := range cage.Cells {
			x := at(cell)[0]
			digits, sum, product = append(digits, x), sum+x, product*x
		}
		largest, many := slices.Max(digits), ways(in.Size.Cols, len(digits)) > mostWays
		ways := []string{strconv.Itoa(sum) + "+", strconv.Itoa(product) + "*"}
		switch {
		case many:
			ways = ways[:1]
		case len(digits) == 1:
			ways = []string{strconv.Itoa(sum)}
		case len(digits) == 2:
			ways = append(ways, strconv.Itoa(2*largest-sum)+"-")
			if quotient := largest * largest / product; quotient*product == largest*largest {
				ways = append(ways, strconv.Itoa(quotient)+"/")
			}
		}
		in.Put(model.Clues, cage.Cells[0], ways[r.IntN(len(ways))])
	}
	return true
}
