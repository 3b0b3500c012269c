package generate

import "math"

// A scene fills a board with subjects and what lies around them. It draws in
// cells: x from 0 to the number of columns, y from 0 to that of rows.
type scene struct {
	name, title string
	draw        func(k *kit, w, h float64)
}

var scenes = []scene{
	{"angler", "Angler in a boat", angler},
	{"cabinet", "Cabinet of curiosities", cabinet},
	{"city", "City at night", city},
	{"harbour", "Harbour", harbour},
	{"jazz", "Jazz", jazz},
	{"meadow", "Meadow", meadow},
	{"seabed", "Under the sea", seabed},
	{"village", "Village", village},
	{"winter", "Winter", winter},
}

// leastScene is the shorter side of a board for a scene, in cells.
const leastScene = 30

// gulls are birds far away.
func gulls(k *kit, n int, x0, x1, y0, y1, s float64) {
	for range n {
		x, y := k.between(x0, x1), k.between(y0, y1)
		k.paint(black, stroke(k.pen(s*.14), x-s, y-s*.3, x-s*.5, y-s*.6, x, y, x+s*.5, y-s*.6, x+s, y-s*.3))
	}
}

func cloud(k *kit, x, y, s float64) {
	c := union(circle(x, y-s*.25, s*.42), circle(x-s*.5, y, s*.3), circle(x+s*.5, y, s*.32), rect(x-s*.6, y-s*.05, x+s*.6, y+s*.3))
	if k.colour {
		k.paint(sky, c)
		return
	}
	k.paint(black, c)
	w := k.pen(1.2)
	k.cut(union(circle(x, y-s*.25, s*.42-w), circle(x-s*.5, y, s*.3-w), circle(x+s*.5, y, s*.32-w), rect(x-s*.6, y-s*.05, x+s*.6, y+s*.3-w)))
}

// sea draws waves from y down to the bottom.
func sea(k *kit, w, h, y float64) {
	step := max((h-y)/4, 3.2)
	for i := 0; y < h-1; i++ {
		length := max(w/7, 8) * (1 + .2*float64(i%2))
		k.paint(blue, wavy(0, w, y, step*.22, length, max(step*.34, 1.2), k.between(0, 1)))
		y += step
	}
}

// hill is the ground below a curve.
func hill(k *kit, i ink, w, h, y, rise, length, phase float64) func(x float64) float64 {
	top := func(x float64) float64 { return y - rise*math.Sin(2*math.Pi*(x/length+phase)) }
	k.paint(i, shape{0, y - rise, w, h, func(x, py float64) bool { return py > top(x) }})
	return top
}

func harbour(k *kit, w, h float64) {
	u := min(w, h)
	level := h * .74
	k.at(w-u*.17, u*.16, u*.13, sun)
	cloud(k, w-u*.5, u*.12, u*.12)
	if w > 1.6*h {
		cloud(k, w*.62, u*.22, u*.11)
	}
	k.at(u*.3, level-u*.32, u*.34, lighthouse)
	sea(k, w, h, level+u*.05)
	n := max(int(w/u+.3), 1)
	for i := range n {
		x := u*.62 + (w-u*.62)*(float64(i)+.45)/float64(n)
		half := u * k.between(.22, .28)
		k.cut(rect(x-half, level, x+half, level+half*.4))
		k.at(x, level-half*.45, half, boat)
	}
	gulls(k, 2+n, u*.62, w*.9, u*.3, u*.42, u*.05)
}

func village(k *kit, w, h float64) {
	u := min(w, h)
	k.at(u*.17, u*.17, u*.14, sun)
	cloud(k, w*.62, u*.15, u*.14)
	n := max(int(w/u*2+.2), 2)
	ground := h * .8
	back := hill(k, green, w, h, ground-u*.16, u*.06, w*.6, k.between(0, 1))
	if !k.colour {
		k.cut(shape{0, 0, w, h, func(x, y float64) bool { return y > back(x)+1.3 }})
	}
	for i := range n {
		x := w * (float64(i) + .5) / float64(n)
		half := min(u*k.between(.21, .25), w/float64(n)*.48)
		y := ground - half + u*.03
		draw := one(k, house, house, tree, windmill, fir)
		if i%2 == 0 {
			draw = house
		}
		if !k.colour {
			k.cut(rect(x-half, y-half*.6, x+half, y+half))
		}
		k.at(x, y, half, draw)
	}
	front := hill(k, forest, w, h, ground+u*.05, u*.012, u*.5, 0)
	if !k.colour {
		k.cut(shape{0, 0, w, h, func(x, y float64) bool { return y > front(x)+1.3 }})
	}
	for x := u * .06; x < w; x += u * k.between(.13, .2) {
		s := u * .05
		y := h - u*.015
		if k.r.IntN(3) == 0 {
			k.paint(one(k, red, yellow, pink), union(circle(x, y-s*1.4, max(s*.55, 1.1))))
			k.paint(green, rect(x-.6, y-s*1.2, x+.6, y))
			continue
		}
		k.paint(green, union(poly(x-s, y, x-s*.6, y-s*1.5, x-s*.2, y), poly(x-s*.2, y, x+s*.3, y-s*1.9, x+s*.6, y)))
	}
}

func city(k *kit, w, h float64) {
	u := min(w, h)
	k.at(w-u*.2, u*.18, u*.15, moon)
	n := max(int((w-u*.42)/(u*.12)), 1)
	for i := range n {
		x, y := u*.06+(w-u*.45)*(float64(i)+.5+k.between(-.25, .25))/float64(n), k.between(u*.05, u*.26)
		if k.r.IntN(2) == 0 {
			k.paint(yellow, star(x, y, max(u*.045, 2), max(u*.016, .8), 4))
		} else {
			k.paint(yellow, rect(math.Floor(x), math.Floor(y), math.Floor(x)+1, math.Floor(y)+1))
		}
	}
	for x := 0.; x < w-3; {
		wide := math.Round(max(u*k.between(.13, .22), 6))
		if x+wide > w-5 {
			wide = w - x
		}
		top := math.Round(h - u*k.between(.3, .68))
		k.paint(one(k, blue, purple, grey), rect(x, top, x+wide-1, h))
		switch k.r.IntN(4) {
		case 0:
			k.paint(grey, rect(x+math.Floor(wide/2)-1, top-math.Round(u*.1), x+math.Floor(wide/2), top))
		case 1:
			k.paint(red, poly(x, top, x+wide/2-.5, top-u*.09, x+wide-1, top))
		case 2:
			k.paint(grey, rect(x+2, top-math.Round(u*.04), x+wide-3, top))
		}
		for y := top + 2; y+2 < h-1; y += 4 {
			for at := x + 2; at+2 <= x+wide-2; at += 3 {
				if k.r.IntN(4) > 0 {
					k.light(yellow, rect(at, y, at+1+float64(k.r.IntN(2)), y+2))
				}
			}
		}
		x += wide
	}
}

func seabed(k *kit, w, h float64) {
	u := min(w, h)
	ground := hill(k, orange, w, h, h-u*.1, u*.03, w*.45, k.between(0, 1))
	k.paint(blue, wavy(0, w, u*.05, u*.02, u*.3, k.pen(u*.03), 0))
	for x := u * .08; x < w; x += u * k.between(.2, .34) {
		y, s := ground(x), u*k.between(.16, .3)
		var xy []float64
		for i := range 9 {
			t := float64(i) / 8
			xy = append(xy, x+u*.03*math.Sin(2*math.Pi*t*1.5), y-s*t)
		}
		k.paint(forest, stroke(max(u*.035, 1.3), xy...))
	}
	n := max(int(w*h/(u*u)*3.2), 3)
	cols := max(int(math.Round(math.Sqrt(float64(n)*w/h))), 1)
	rows := (n + cols - 1) / cols
	for i := range n {
		x := w * (float64(i%cols) + .5 + k.between(-.08, .08)) / float64(cols)
		y := u*.1 + (h-u*.32)*(float64(i/cols)+.5+k.between(-.06, .06))/float64(rows)
		half := min(w/float64(cols), (h-u*.3)/float64(rows)) * k.between(.36, .44)
		draw := one(k, fish, fish, fish, turtle, whaleAlone)
		k.cut(ellipse(x, y, half*1.05, half*.8))
		if k.r.IntN(2) == 0 {
			k.at(x, y, -half, draw)
		} else {
			k.at(x, y, half, draw)
		}
		for b := range 2 {
			k.paint(sky, ring(x+half*k.between(.5, .8), y-half*(.7+.32*float64(b)), max(half*.1, 1.4), 1.1))
		}
	}
}

// whaleAlone is a whale under water.
func whaleAlone(k *kit) {
	sub := *k
	whale(&sub)
	k.cut(union(rect(-1, -1, .3, -.46), rect(-1, .62, 1, 1)))
}

func meadow(k *kit, w, h float64) {
	u := min(w, h)
	k.at(w-u*.17, u*.16, u*.13, sun)
	k.at(u*.3, u*.24, u*.15, butterfly)
	n := max(int(w/u*3+.4), 2)
	for i := range n {
		x := w * (float64(i) + .5) / float64(n)
		half := min(u*k.between(.2, .3), w/float64(n)*.5)
		draw := one(k, flower, flower, sunflower, mushroom)
		if i%2 == 0 {
			draw = one(k, flower, sunflower)
			half *= 1.15
		}
		k.at(x, h-half-u*.05, half, draw)
	}
	if h > 1.2*w {
		k.at(w*.52, h*.48, u*.18, balloon)
	}
	if w > 1.4*h {
		k.at(w*.5, u*.2, u*.13, bee)
		k.at(w*.68, u*.3, u*.14, butterfly)
	}
	k.paint(forest, shape{0, h - u*.09, w, h, func(x, y float64) bool {
		tooth := u * .09
		return y > h-u*.02-tooth*math.Abs(math.Mod(x/tooth, 1)-.5)
	}})
}

func jazz(k *kit, w, h float64) {
	u := min(w, h)
	top := h - u*.26
	white := math.Max(math.Round(u*.085), 3)
	k.paint(black, rect(0, top, w, h))
	keys := math.Max(math.Round(w/white), 1)
	for i := range int(keys) {
		x, next := 1+math.Floor((w-1)*float64(i)/keys), 1+math.Floor((w-1)*float64(i+1)/keys)
		k.light(blank, rect(x, top+1, next-1, h-1))
		if d := i % 7; i > 0 && d != 0 && d != 3 { // two black keys, then three
			k.paint(black, rect(x-1-math.Floor(white*.3), top, x+math.Floor(white*.3), top+math.Round(u*.15)))
		}
	}
	n := max(int(math.Round(w/u*1.6)), 2)
	half := min(w/float64(n)*.5, (h-u*.3)*.5)
	draws := []func(k *kit){saxophone, notes, guitar, trumpet, notes, drum}
	for i := range n {
		x, s := w*(float64(i)+.5)/float64(n), half*.96
		draw := draws[i%len(draws)]
		y := (h - u*.28) / 2
		if i%len(draws) == 1 || i%len(draws) == 4 {
			s *= .62
			y *= k.between(.7, 1.2)
		}
		k.at(x, y, s, draw)
	}
}

func trumpet(k *kit) {
	w := k.pen(.13)
	k.paint(yellow, union(rect(-.95, -.2-w/2, .5, -.2+w/2), poly(.3, -.26, .62, -.3, .98, -.64, .98, .3, .62, -.08, .3, -.14), minus(ring(-.12, .0, .34, w), rect(-1, -1, 1, -.2))))
	k.paint(orange, union(rect(-.3, -.52, -.3+w, .2), rect(-.1, -.52, -.1+w, .2), rect(.1, -.52, .1+w, .2), rect(-1, -.32, -.9, -.08)))
}

func drum(k *kit) {
	k.paint(red, union(rect(-.75, -.1, .75, .7), ellipse(0, .7, .75, .2)))
	k.light(yellow, both(union(rect(-.75, -.1, .75, .7), ellipse(0, .7, .75, .2)), union(stroke(k.pen(.06), -.75, .0, -.4, .8, 0, .05, .4, .8, .75, .0))))
	k.light(blank, ellipse(0, -.1, .75, .22))
	k.paint(black, minus(ellipse(0, -.1, .78, .24), ellipse(0, -.1, .78-k.pen(.06), .24-k.pen(.06))))
	k.paint(brown, union(stroke(k.pen(.07), -.9, -.8, -.1, -.1), stroke(k.pen(.07), .9, -.8, .1, -.1), circle(-.08, -.1, k.dot(.09)), circle(.08, -.1, k.dot(.09))))
}

func angler(k *kit, w, h float64) {
	u := min(w, h)
	level := h * .56
	k.at(u*.2, u*.18, u*.15, sun)
	cloud(k, w-u*.14, u*.14, u*.12)
	x := w * .42
	k.at(x, level-u*.2, u*.3, func(k *kit) {
		k.paint(brown, poly(-1, .42, 1, .42, .72, .84, -.72, .84))
		k.paint(red, poly(-.42, .4, -.36, -.24, -.02, -.24, .1, .4))
		k.paint(pink, circle(-.18, -.42, .17))
		k.paint(yellow, union(ellipse(-.18, -.52, .36, .07), both(circle(-.18, -.52, .18), rect(-1, -1, 1, -.5))))
		k.paint(blue, stroke(k.pen(.13), -.1, -.1, .3, .08))
		k.paint(brown, stroke(k.pen(.1), .24, .14, 1.2, -.92))
		if !k.colour {
			k.cut(rect(-1, .42-k.px(), 1, .42))
		}
	})
	line := math.Floor(x + u*.36)
	k.paint(black, rect(line, level-u*.47, line+1, h*.76))
	k.paint(blue, minus(wavy(0, w, level+u*.06, u*.012, u*.2, k.pen(u*.035), 0), rect(x-u*.26, 0, x+u*.26, level+u*.045)))
	n := max(int(w/u*2), 1)
	for i := range n {
		at := w * (float64(i) + .5) / float64(n)
		half := u * k.between(.14, .18)
		y := h*.8 + u*k.between(-.03, .03)
		if k.r.IntN(2) == 0 {
			half = -half
		}
		k.cut(ellipse(at, y, math.Abs(half)*1.05, math.Abs(half)*.75))
		k.at(at, y, half, fish)
	}
	for x := u * .04; x < w; x += u * .16 {
		s := u * k.between(.06, .12)
		k.paint(forest, union(poly(x, h, x+s*.2, h-s, x+s*.4, h), poly(x+s*.3, h, x+s*.7, h-s*.7, x+s*.7, h)))
	}
}

func winter(k *kit, w, h float64) {
	u := min(w, h)
	n := max(int(w/u*2.4), 2)
	k.at(w-u*.18, u*.17, u*.13, moon)
	for i := range n {
		x := w * (float64(i) + .5) / float64(n)
		half := min(u*k.between(.24, .32), w/float64(n)*.52)
		draw := one(k, fir, festive, snowman, house)
		switch i % 3 {
		case 0:
			draw = fir
		case 1:
			draw = snowman
		}
		k.at(x, h-half-u*.06, half, draw)
	}
	hill(k, sky, w, h, h-u*.05, u*.012, w*.5, 0)
	s := max(u*.03, 1.6)
	flakes := max(int((w-u*.36)/(u*.1)), 1)
	for i := range flakes {
		x := math.Floor(s+(w-u*.38-2*s)*(float64(i)+.5+k.between(-.2, .2))/float64(flakes)) + .5
		y := math.Floor(k.between(s, u*.36)) + .5
		k.paint(sky, union(rect(x-s, y-.5, x+s, y+.5), rect(x-.5, y-s, x+.5, y+s)))
	}
}

// cabinet is a set of shelves with a thing in each compartment.
func cabinet(k *kit, w, h float64) {
	side := max(min(w, h)/max(math.Round(min(w, h)/26), 1), 14)
	cols, rows := max(math.Round(w/side), 1), max(math.Round(h/side), 1)
	order := k.r.Perm(len(subjects))
	next := 0
	for r := range int(rows) {
		for c := range int(cols) {
			x0, x1 := math.Floor(w*float64(c)/cols), math.Floor(w*float64(c+1)/cols)
			y0, y1 := math.Floor(h*float64(r)/rows), math.Floor(h*float64(r+1)/rows)
			least := int(min(x1-x0, y1-y0)) - 3
			for subjects[order[next]].least > least && next < len(order)-1 {
				next++
			}
			k.in((x0+x1)/2+.5, (y0+y1)/2+.5, (x1-x0)/2-2, (y1-y0)/2-2, subjects[order[next]].draw)
			next = min(next+1, len(order)-1)
		}
	}
	for r := range int(rows) {
		k.paint(brown, rect(0, math.Floor(h*float64(r)/rows), w, math.Floor(h*float64(r)/rows)+1))
	}
	for c := range int(cols) {
		k.paint(brown, rect(math.Floor(w*float64(c)/cols), 0, math.Floor(w*float64(c)/cols)+1, h))
	}
	k.paint(brown, union(rect(0, h-1, w, h), rect(w-1, 0, w, h)))
}
