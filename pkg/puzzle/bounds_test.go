package puzzle

import (
	"math"
	"testing"

	"formicary/pkg/alltest"
)

// TestPacked: boards as text, by hand: a digit for the bits of a cell, then base64.
func TestPacked(t *testing.T) {
	size := Size{1, 4}
	for text, values := range map[string][]uint8{
		"1AA": {0, 0, 0, 0}, "1oA": {1, 0, 1, 0}, "2Gw": {0, 1, 2, 3}, "u2Gw": {0, 1, 2, Unset}, "u18A": {Unset, Unset, Unset, Unset},
		"8_gABAg": {254, 0, 1, 2}, "u8_v8AAQ": {254, Unset, 0, 1},
	} {
		board := Grid{size, values}
		got, err := Unpack(size, text)
		packed := board.Pack()
		alltest.Check(t, packed == text && err == nil && got.Equal(board), "%v is %q, and %q is %v, %v", values, packed, text, got, err)
	}
	for _, c := range [][2]string{
		{"x", `board "x": expected a digit from 1 to 8 at its head`},
		{"u", `board "u": expected a digit from 1 to 8 at its head`},
		{"0AA", `board "0AA": expected a digit from 1 to 8 at its head`},
		{"9AA", `board "9AA": expected a digit from 1 to 8 at its head`},
		{"1", `board "1": expected 1 bytes in base64 for addresses`},
		{"1AAA", `board "1AAA": expected 1 bytes in base64 for addresses`},
		{"1AB", `board "1AB": expected 1 bytes in base64 for addresses`},
		{"3AA", `board "3AA": expected 2 bytes in base64 for addresses`},
	} {
		got, err := Unpack(size, c[0])
		alltest.Check(t, err != nil && err.Error() == c[1] && got.IsZero(), "%s: %v, %v", c[0], got, err)
	}
}

// TestScales: shares and levels at the ends of scales, and grey by its lightness: the cube, as sRGB.
func TestScales(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct{ got, want any }{
		{HeatScaleOf([]float64{0, 50}), HeatScale{0, 50, false}},
		{HeatScaleOf([]float64{1, 20}, []float64{20.5}), HeatScale{1, 20.5, true}},
		{HeatScaleOf([]float64{1, 20}), HeatScale{1, 20, false}},
		{View{HeatMin: 0, HeatMax: 9, HeatLog: true}.HeatScale(), HeatScale{0, 9, false}},
		{View{HeatMin: 1, HeatLog: true}.HeatScale(), HeatScale{1, 0, true}},
		{View{Heat: []float64{1, 99}}.HeatScale(), HeatScale{1, 99, false}},
		{HeatScaleOf(nil, []float64{4}), HeatScale{4, 4, false}},
		{HeatScale{4, 4, false}.Share(4), 0.0},
		{HeatScale{2, 6, false}.Share(3), 0.25},
		{HeatScale{2, 6, false}.Share(nan), 0.0},
		{HeatScale{1, 100, true}.Share(10), 0.5},
		{HeatScale{0, 32, false}.Level(1), 1},
		{HeatScale{0, 32, false}.Level(31), 31},
		{HeatScale{0, 32, false}.Level(nan), -1},
		{HeatInk(18), "low"},
		{HeatInk(19), "high"},
		{oklch(0, 0, 9), "#000000"},
		{oklch(1, 0, 9), "#ffffff"},
		{oklch(0.1, 0, 9), "#030303"},
		{oklch(0.14, 0, 9), "#090909"},
		{oklch(0.5, 0, 9), "#636363"},
	} {
		alltest.Check(t, c.got == c.want, "%v, want %v", c.got, c.want)
	}
}
