package static

import "testing"

// TestSpread: names at the ends of lines stand apart on a card, within its plot and in their order, unless there are too
// many of them.
func TestSpread(t *testing.T) {
	for _, test := range []struct {
		at    []float64
		moves bool
	}{{[]float64{0, 0, 0.01, 0.02, 0, 0.5}, true}, {[]float64{1, 0.99, 0.98}, true}, {[]float64{0.1, 0.5, 0.9}, false}, {make([]float64, 40), false}} {
		var all []any
		for _, y := range test.at {
			all = append(all, part{"symbolSize": 0.01, "data": []any{part{"value": []any{5.0, y}}}}, part{"symbolSize": 8.0, "data": []any{part{"value": []any{5.0, y}}}})
		}
		spread(all, part{"min": 0.0, "max": 1.0}, 160)
		moved, ys := false, []float64{}
		for i, y := range test.at {
			now := all[2*i].(part)["data"].([]any)[0].(part)["value"].([]any)[1].(float64)
			moved = moved || now != y
			if all[2*i+1].(part)["data"].([]any)[0].(part)["value"].([]any)[1] != y {
				t.Errorf("%v: a mark that can be seen is moved", test.at)
			}
			for j, other := range ys {
				if gap := now - other; test.moves && (max(gap, -gap) < 0.0999 || test.at[i] > test.at[j] != (gap > 0) && test.at[i] != test.at[j]) {
					t.Errorf("%v: %v and %v", test.at, other, now)
				}
			}
			ys = append(ys, now)
			if now < 0 || now > 1 {
				t.Errorf("%v: %v is outside of the plot", test.at, now)
			}
		}
		if moved != test.moves {
			t.Errorf("%v becomes %v", test.at, ys)
		}
	}
}
