package generate

import "math"

// Things, each within the square from -1 to 1.

func cup(k *kit) {
	ware := one(k, red, blue, green, brown)
	k.paint(ware, ring(.6, .25, .28, k.pen(.14)))
	k.paint(ware, union(rect(-.72, -.2, .56, .3), both(ellipse(-.08, .3, .64, .52), rect(-1, .3, 1, .82))))
	k.paint(ware, rect(-.95, .84, .8, .84+k.pen(.12)))
	k.light(yellow, both(rect(-.66, .02, .5, .16), rect(-1, -1, 1, 1)))
	for i := range 3 {
		x := -.45 + .36*float64(i)
		k.paint(grey, stroke(k.pen(.08), x, -.36, x-.1, -.54, x+.1, -.74, x, -.94))
	}
}

func heart(k *kit) {
	s := union(mirrored(circle(.42, -.36, .47)), poly(-.84, -.15, 0, .95, .84, -.15, 0, -.36))
	k.paint(red, s)
	k.light(pink, turned(-40, -.5, -.5, ellipse(-.48, -.48, .2, .1)))
}

func stars(k *kit) {
	n := one(k, 5, 5, 6)
	k.paint(yellow, star(0, .05, 1, .42, n))
	k.light(orange, star(0, .05, .5, .21, n))
}

// badge is a sheriff's star.
func badge(k *kit) {
	k.paint(yellow, star(0, .04, .92, .5, 6))
	for i := range 6 {
		a := math.Pi * float64(i) / 3
		k.paint(yellow, circle(.88*math.Sin(a), .04-.88*math.Cos(a), .11))
	}
	k.cut(ring(0, .04, .44, k.pen(.07)))
	k.light(orange, star(0, .05, .34, .15, 5))
}

func moon(k *kit) {
	k.paint(yellow, minus(circle(0, 0, .9), circle(.38, -.2, .72)))
	k.paint(yellow, star(.45, -.3, .34, .14, 5))
	k.light(orange, union(circle(-.5, .3, k.dot(.1)), circle(-.62, -.12, k.dot(.07))))
}

func sun(k *kit) {
	n := one(k, 8, 10, 12)
	for i := range n {
		k.paint(orange, turned(360*float64(i)/float64(n), 0, 0, poly(-.14, -.62, .14, -.62, 0, -1)))
	}
	k.paint(yellow, circle(0, 0, .55))
	if k.shows(.5, 4) {
		k.light(orange, union(mirrored(circle(.2, -.12, k.dot(.07))), arc(0, .04, .28, k.pen(.07), 20, 160)))
	}
}

func umbrella(k *kit) {
	c := one(k, red, blue, purple)
	k.paint(c, minus(both(circle(0, .1, .95), rect(-1, -1, 1, .12)), circle(-.63, .16, .27), circle(0, .16, .27), circle(.63, .16, .27)))
	k.light(yellow, both(ellipse(0, .1, .36, .88), minus(both(circle(0, .1, .85), rect(-1, -1, 1, -.14)), ellipse(0, .1, .16, 1))))
	k.paint(brown, union(rect(-k.pen(.07)/2, -.98, k.pen(.07)/2, .75), arc(-.17, .75, .17, k.pen(.1), 0, 180)))
}

func key(k *kit) {
	k.paint(yellow, minus(union(circle(-.55, -.5, .42), turned(45, -.3, -.3, rect(-.3, -.3-k.pen(.16)/2, 1.25, -.3+k.pen(.16)/2))), circle(-.6, -.55, .2)))
	k.paint(yellow, turned(45, -.3, -.3, union(rect(.78, -.3, .94, .06), rect(1.06, -.3, 1.22, .12))))
}

func anchor(k *kit) {
	w := k.pen(.16)
	k.paint(blue, ring(0, -.74, .18, k.pen(.1)))
	k.paint(blue, union(rect(-w/2, -.56, w/2, .85), rect(-.45, -.42, .45, -.42+w), arc(0, .2, .7, w, 10, 170)))
	k.paint(blue, mirrored(poly(.5, .34, .98, .5, .84, -.02)))
}

func rocket(k *kit) {
	k.paint(orange, union(poly(-.3, .6, .3, .6, 0, 1)))
	k.light(yellow, poly(-.14, .6, .14, .6, 0, .82))
	k.paint(red, mirrored(poly(.25, .1, .7, .5, .7, .75, .25, .6)))
	k.paint(grey, union(both(ellipse(0, 0, .36, 1), rect(-1, -1, 1, .6))))
	k.paint(red, both(ellipse(0, 0, .36, 1), rect(-1, -1, 1, -.55)))
	k.light(blank, both(ellipse(0, 0, .36, 1), rect(-1, -.55, 1, -.55+k.pen(.06))))
	k.light(sky, circle(0, -.14, .18))
	if !k.colour && k.shows(.18, 2.5) {
		k.paint(black, circle(0, -.14, .08))
	}
	k.light(blank, rect(-.2, .3, .2, .3+k.pen(.06)))
}

func balloon(k *kit) {
	c := one(k, red, purple, blue)
	k.paint(c, union(circle(0, -.32, .66), poly(-.58, -.02, .58, -.02, .2, .5, -.2, .5)))
	k.light(yellow, minus(both(ellipse(0, -.3, .42, .66), rect(-1, -1, 1, .4)), ellipse(0, -.3, .2, .8)))
	k.paint(brown, mirrored(stroke(k.pen(.04), .18, .5, .16, .7)))
	k.paint(brown, rect(-.22, .68, .22, .98))
}

func locomotive(k *kit) {
	k.paint(red, union(rect(.25, -.65, .85, .45), rect(-.75, -.1, .3, .45), rect(.15, -.78, .95, -.62)))
	k.light(sky, rect(.4, -.46, .7, -.12))
	k.paint(black, union(poly(-.68, -.1, -.74, -.6, -.36, -.6, -.42, -.1), ellipse(-.05, -.14, .15, .16), rect(-.9, .38, .95, .52)))
	for _, w := range [][3]float64{{.55, .66, .3}, {-.1, .74, .22}, {-.58, .74, .22}} {
		k.cut(circle(w[0], w[1], w[2]+.05))
		k.paint(black, circle(w[0], w[1], w[2]))
		k.light(grey, circle(w[0], w[1], k.dot(w[2]*.35)))
	}
	k.paint(black, poly(-.75, .45, -1, .9, -.75, .75))
	k.paint(grey, union(circle(-.48, -.8, k.dot(.12)), circle(-.18, -.9, k.dot(.1))))
}

func car(k *kit) {
	c := one(k, red, blue, green, orange)
	k.paint(c, union(rect(-.95, .0, .95, .45), poly(-.62, .02, -.38, -.45, .38, -.45, .66, .02)))
	k.light(sky, union(poly(-.46, -.02, -.3, -.32, -.05, -.32, -.05, -.02), poly(.07, -.02, .07, -.32, .3, -.32, .47, -.02)))
	for _, x := range []float64{-.52, .54} {
		k.cut(circle(x, .48, .3))
		k.paint(black, circle(x, .5, .24))
		k.light(grey, circle(x, .5, k.dot(.09)))
	}
	k.light(yellow, circle(-.86, .14, k.dot(.07)))
}

func guitar(k *kit) {
	at := func(s shape) shape { return turned(35, 0, 0, s) }
	k.paint(brown, at(rect(-.08, -1.05, .08, .2)))
	k.paint(black, at(rect(-.15, -1.24, .15, -.98)))
	k.paint(orange, at(union(ellipse(0, .62, .5, .42), ellipse(0, .12, .37, .3))))
	k.light(black, at(circle(0, .3, k.dot(.16))))
	if k.colour {
		k.paint(black, at(circle(0, .3, k.dot(.14))))
	}
	k.light(black, at(rect(-.2, .76, .2, .76+k.pen(.08))))
}

func saxophone(k *kit) {
	w := k.pen(.2)
	k.paint(yellow, union(stroke(w, .38, -.75, .2, -.1, .02, .52), arc(-.26, .5, .29, k.pen(.26), 0, 180), poly(-.4, .55, -.72, .52, -.98, -.12, -.4, .0)))
	k.paint(yellow, stroke(k.pen(.11), .38, -.8, .52, -.95, .74, -.9))
	k.paint(black, stroke(k.pen(.1), .74, -.9, .88, -.8))
	k.light(orange, ellipse(-.68, -.07, .2, k.dot(.06)))
	for i := range 4 {
		k.light(brown, circle(.33-.09*float64(i), -.58+.27*float64(i), k.dot(.06)))
	}
	k.paint(yellow, stroke(k.pen(.07), .44, -.3, .3, .3))
}

func notes(k *kit) {
	w := k.pen(.12)
	k.paint(black, union(turned(-20, -.55, .6, ellipse(-.55, .62, .32, .24)), turned(-20, .5, .4, ellipse(.48, .42, .32, .24))))
	k.paint(black, union(rect(-.36, -.72, -.36+w, .6), rect(.67-w*.2, -.9, .67+w*.8, .4), poly(-.36, -.72, .7, -.95, .7, -.6, -.36, -.36)))
}

func crown(k *kit) {
	k.paint(yellow, poly(-.9, .5, -.98, -.5, -.48, .0, 0, -.82, .48, 0, .98, -.5, .9, .5))
	k.paint(yellow, union(mirrored(circle(.96, -.56, .13)), circle(0, -.86, .13)))
	k.paint(red, rect(-.9, .56, .9, .84))
	k.cut(rect(-.9, .44, .9, .44+k.pen(.05)))
	k.light(blue, union(mirrored(circle(.55, .2, k.dot(.1)))))
	k.light(red, ellipse(0, .1, k.dot(.12), k.dot(.18)))
	if k.shows(.2, 3) {
		k.light(yellow, union(mirrored(circle(.6, .7, k.dot(.07))), circle(0, .7, k.dot(.07)), mirrored(circle(.3, .7, k.dot(.07)))))
	}
}

// hat is a bowler above two eyes and a moustache.
func hat(k *kit) {
	k.paint(black, union(both(ellipse(0, -.3, .55, .64), rect(-1, -1, 1, -.3)), ellipse(0, -.26, .92, .16)))
	k.light(red, rect(-.54, -.46, .54, -.46+k.pen(.12)))
	k.paint(black, mirrored(circle(.3, .12, k.dot(.08))))
	k.paint(black, mirrored(union(poly(0, .42, .4, .38, .62, .6, .3, .66, 0, .58))))
}

func mask(k *kit) {
	face := union(ellipse(0, .05, .72, .9))
	if k.colour {
		k.paint(pink, face)
	} else {
		k.paint(black, minus(face, ellipse(0, .05, .72-k.pen(.06), .9-k.pen(.06))))
	}
	k.paint(black, union(both(ellipse(0, -.1, .84, .88), rect(-1, -1, 1, -.56)), mirrored(poly(.6, -.6, .86, -.5, .84, .3, .7, .2))))
	k.paint(black, mirrored(union(stroke(k.pen(.13), .14, -.22, .5, -.42), ellipse(.32, -.08, .2, k.dot(.08)))))
	k.paint(red, mirrored(union(poly(.5, .0, .66, .1, .4, .34, .52, .2), stroke(k.pen(.08), .12, -.44, .3, -.52))))
	k.paint(red, mirrored(poly(0, .5, .12, .46, .3, .56, 0, .68)))
	k.paint(black, union(stroke(k.pen(.05), -.05, .1, -.08, .3, .08, .3)))
}

func torch(k *kit) {
	k.paint(orange, union(poly(-.42, -.2, -.5, -.55, -.26, -.45, -.16, -.98, .12, -.6, .26, -.84, .46, -.4, .42, -.2)))
	k.light(yellow, poly(-.2, -.2, -.22, -.42, -.02, -.7, .14, -.38, .22, -.2))
	k.paint(grey, union(rect(-.52, -.14, .52, .0), poly(-.44, .06, .44, .06, .2, .34, -.2, .34)))
	k.paint(brown, poly(-.16, .4, .16, .4, .1, .98, -.1, .98))
	k.light(blank, both(rect(-.05, .06, .05, .3), rect(-1, -1, 1, 1)))
}

func globe(k *kit) {
	k.paint(blue, circle(0, -.08, .78))
	k.light(green, both(circle(0, -.08, .74), union(poly(-.6, -.6, -.05, -.75, .1, -.5, -.2, -.3, -.12, -.06, -.4, -.1, -.7, -.3), poly(-.2, .02, .12, .1, .06, .4, -.14, .66, -.24, .3), poly(.36, -.5, .7, -.44, .8, .1, .52, .3, .42, -.02, .24, -.2))))
	k.paint(brown, union(rect(-.5, .86, .5, .86+k.pen(.12)), rect(-.06, .7, .06, .9), arc(0, -.08, .9, k.pen(.08), -50, 110)))
}

func banner(k *kit) {
	a, b, c := red, one(k, yellow, blank), one(k, blue, green)
	if !k.colour {
		c = black
	}
	wave := func(y0, y1 float64) shape {
		return shape{-.8, y0 - .1, 1, y1 + .1, func(x, y float64) bool {
			y -= .08 * math.Sin(2*math.Pi*x/1.6)
			return x >= -.76 && x < .96 && y >= y0 && y < y1
		}}
	}
	k.paint(a, wave(-.84, -.44))
	k.light(b, wave(-.44, -.06))
	k.paint(c, wave(-.06, .34))
	if !k.colour {
		k.paint(black, union(minus(wave(-.84, .34), shape{-1, -1, .96 - k.px(), 1, func(x, y float64) bool { return x < .96-k.px() }})))
	}
	k.light(orange, star(-.4, -.25, .2, .09, 5))
	k.paint(brown, union(rect(-.95, -.95, -.95+k.pen(.1), 1), circle(-.9, -.93, k.dot(.1))))
}

func robot(k *kit) {
	c := one(k, grey, blue, green)
	k.paint(c, union(rect(-.5, -.66, .5, -.1), rect(-.62, .0, .62, .64), rect(-.4, .64, -.14, .95), rect(.14, .64, .4, .95), mirrored(rect(.7, .04, .9, .6)), rect(-.03, -.9, .03, -.6)))
	k.paint(red, circle(0, -.88, k.dot(.1)))
	k.light(yellow, mirrored(circle(.24, -.42, k.dot(.13))))
	k.light(blank, rect(-.24, -.24, .24, -.24+k.pen(.06)))
	k.light(sky, rect(-.34, .14, .34, .42))
	if k.shows(.3, 3) {
		k.paint(red, union(circle(-.2, .28, k.dot(.06)), circle(0, .28, k.dot(.06)), circle(.2, .28, k.dot(.06))))
	}
}

func ghost(k *kit) {
	k.paint(one(k, purple, sky, black), minus(union(circle(0, -.25, .7), rect(-.7, -.25, .7, .9)), circle(-.46, .95, .2), circle(0, .95, .2), circle(.46, .95, .2)))
	k.light(blank, mirrored(ellipse(.27, -.3, .17, .22)))
	k.paint(black, mirrored(circle(.22, -.24, k.dot(.08))))
	k.light(blank, ellipse(0, .2, .18, .12))
}
