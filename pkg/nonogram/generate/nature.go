package generate

import "math"

// Plants, fruit and buildings, each within the square from -1 to 1.

func apple(k *kit) {
	k.paint(one(k, red, green), union(circle(-.3, .2, .52), circle(.3, .2, .52), ellipse(0, .36, .6, .58)))
	k.paint(brown, stroke(k.pen(.1), 0, -.2, .06, -.72))
	k.paint(forest, turned(-25, .36, -.62, ellipse(.38, -.62, .3, .15)))
	k.light(pink, turned(30, -.45, 0, ellipse(-.46, .04, .1, .2)))
}

func pear(k *kit) {
	k.paint(one(k, green, yellow), union(circle(0, .4, .56), ellipse(0, -.18, .34, .46)))
	k.paint(brown, stroke(k.pen(.1), 0, -.55, .12, -.94))
	k.paint(forest, turned(-20, .4, -.7, ellipse(.4, -.68, .28, .14)))
	k.light(blank, turned(20, -.26, .36, ellipse(-.28, .34, .08, .22)))
}

func cherries(k *kit) {
	k.paint(brown, union(stroke(k.pen(.07), -.45, .4, .15, -.75), stroke(k.pen(.07), .45, .5, .15, -.75)))
	k.paint(green, turned(15, .5, -.72, ellipse(.52, -.74, .42, .2)))
	k.paint(red, union(circle(-.5, .5, .4), circle(.5, .56, .4)))
	k.light(pink, union(circle(-.62, .36, k.dot(.1)), circle(.38, .42, k.dot(.1))))
}

func mushroom(k *kit) {
	k.paint(red, both(ellipse(0, .05, .95, .9), rect(-1, -1, 1, .08)))
	k.light(blank, union(circle(-.45, -.25, k.dot(.15)), circle(.1, -.52, k.dot(.17)), circle(.52, -.16, k.dot(.14)), circle(-.05, -.12, k.dot(.1))))
	stem := union(rect(-.25, .08, .25, .8), ellipse(0, .8, .34, .16))
	if k.colour {
		k.paint(yellow, stem)
	} else {
		k.cut(rect(-.9, .08, .9, .08+k.px()))
		k.paint(black, stem)
		k.cut(rect(-.25+k.pen(.06), .08, .25-k.pen(.06), .74))
	}
	k.paint(green, mirrored(union(poly(.45, .95, .55, .6, .68, .95), poly(.66, .95, .82, .66, .9, .95))))
}

func flower(k *kit) {
	petal := one(k, red, pink, purple, orange, blue)
	n := one(k, 5, 6, 7, 8)
	k.paint(forest, stroke(k.pen(.1), 0, 0, .03, .98))
	k.paint(green, union(turned(-30, .3, .64, ellipse(.32, .64, .3, .12)), turned(30, -.3, .78, ellipse(-.28, .78, .28, .11))))
	for i := range n {
		a := 2 * math.Pi * float64(i) / float64(n)
		k.paint(petal, turned(360*float64(i)/float64(n), .36*math.Sin(a), -.38-.36*math.Cos(a), ellipse(.36*math.Sin(a), -.38-.36*math.Cos(a), .74/float64(n)+.09, .26)))
	}
	k.light(yellow, circle(0, -.38, .2))
	if !k.colour && k.shows(.2, 3) {
		k.paint(black, circle(0, -.38, .1))
	}
}

func sunflower(k *kit) {
	k.paint(forest, rect(-k.pen(.12)/2, 0, k.pen(.12)/2, 1))
	k.paint(green, union(turned(-28, .36, .62, ellipse(.38, .62, .36, .14)), turned(28, -.36, .74, ellipse(-.36, .76, .34, .14))))
	for i := range 12 {
		k.paint(yellow, turned(30*float64(i), 0, -.36, poly(-.13, -.66, 0, -.99, .13, -.66)))
	}
	k.paint(yellow, circle(0, -.36, .44))
	k.light(brown, circle(0, -.36, .3))
	if !k.colour {
		k.paint(black, circle(0, -.36, .2))
		k.cut(circle(0, -.36, k.dot(.06)))
	}
}

func tree(k *kit) {
	k.paint(brown, poly(-.12, 1, -.09, .1, .09, .1, .14, 1))
	leaf := one(k, green, forest)
	k.paint(leaf, union(circle(0, -.4, .5), circle(-.42, -.05, .4), circle(.44, -.08, .4), ellipse(0, .1, .5, .3)))
	if k.colour || k.shows(.1, 1.2) {
		k.light(red, union(circle(-.4, -.1, k.dot(.08)), circle(.16, -.5, k.dot(.08)), circle(.42, .02, k.dot(.08)), circle(-.08, .08, k.dot(.08))))
	}
}

func fir(k *kit) {
	k.paint(brown, rect(-.12, .7, .12, 1))
	k.paint(forest, union(poly(-.42, -.42, 0, -.98, .42, -.42), poly(-.62, .16, 0, -.6, .62, .16), poly(-.84, .74, 0, -.05, .84, .74)))
}

// festive is a fir with balls and a star.
func festive(k *kit) {
	fir(k)
	k.light(red, union(circle(-.3, .52, k.dot(.09)), circle(.34, .5, k.dot(.09)), circle(0, .2, k.dot(.09)), circle(-.16, -.12, k.dot(.07)), circle(.14, -.38, k.dot(.07))))
	k.paint(yellow, star(0, -.88, .2, .09, 5))
}

func cactus(k *kit) {
	k.paint(green, union(stroke(k.pen(.34), 0, -.7, 0, .5), stroke(k.pen(.2), -.2, .1, -.58, .1, -.58, -.36), stroke(k.pen(.2), .2, -.1, .6, -.1, .6, -.5)))
	k.light(yellow, union(rect(-.05, -.5, .03, -.3), rect(-.05, -.1, .03, .1), rect(-.05, .26, .03, .42)))
	k.paint(pink, circle(0, -.88, k.dot(.12)))
	k.paint(red, union(rect(-.55, .5, .55, .62), poly(-.46, .66, .46, .66, .34, .98, -.34, .98)))
}

func leaf(k *kit) {
	k.paint(green, both(circle(-.55, -.1, 1.02), circle(.55, -.1, 1.02)))
	k.cut(union(stroke(k.pen(.07), 0, -.7, 0, .8), mirrored(union(stroke(k.pen(.05), 0, .46, .38, .1), stroke(k.pen(.05), 0, .1, .4, -.26), stroke(k.pen(.05), 0, -.26, .26, -.52)))))
	k.paint(brown, stroke(k.pen(.09), 0, .74, .06, 1))
}

func house(k *kit) {
	wall := one(k, orange, yellow, pink)
	k.paint(brown, rect(.38, -.85, .6, -.3))
	k.paint(red, poly(-.98, -.02, 0, -.92, .98, -.02))
	if k.colour {
		k.paint(wall, rect(-.76, -.02, .76, .95))
	} else {
		k.paint(black, rect(-.76, .0, .76, .95))
		k.cut(rect(-.76, -.02, .76, -.02+max(.05, k.px())))
	}
	k.light(sky, union(rect(-.56, .2, -.2, .52), rect(.24, .2, .6, .52)))
	if k.shows(.36, 4) {
		k.paint(brown, union(rect(-.4, .2, -.4+k.pen(.04), .52), rect(.4, .2, .4+k.pen(.04), .52)))
	}
	k.light(brown, rect(-.14, .5, .18, .95))
	k.light(sky, circle(0, -.4, k.dot(.13)))
}

func lighthouse(k *kit) {
	k.paint(red, poly(-.36, .78, -.2, -.4, .2, -.4, .36, .78))
	for i := range 3 {
		y := -.22 + .34*float64(i)
		k.light(blank, rect(-.4, y, .4, y+.15))
	}
	if !k.colour {
		k.paint(black, mirrored(poly(.36, .78, .2, -.4, .2-k.px(), -.4, .36-k.px(), .78)))
	}
	k.paint(black, union(rect(-.32, -.48, .32, -.38), rect(-.2, -.76, -.2+k.pen(.06), -.44), rect(.2-k.pen(.06), -.76, .2, -.44), poly(-.28, -.74, 0, -.98, .28, -.74)))
	k.paint(yellow, rect(-.08, -.68, .08, -.5))
	k.paint(yellow, mirrored(poly(.42, -.62, .98, -.82, .98, -.44)))
	k.paint(grey, ellipse(0, .92, .85, .18))
}

func castle(k *kit) {
	k.paint(grey, union(rect(-.9, -.3, -.5, .95), rect(.5, -.3, .9, .95), rect(-.5, .1, .5, .95), rect(-.22, -.4, .22, .2)))
	for i := range 4 {
		x := -.5 + .27*float64(i)
		k.cut(rect(x+.1, .1, x+.22, .22))
	}
	k.paint(red, union(poly(-.98, -.28, -.7, -.85, -.42, -.28), poly(.98, -.28, .7, -.85, .42, -.28), poly(-.3, -.38, 0, -.8, .3, -.38)))
	if !k.colour {
		k.cut(union(mirrored(rect(.45, -.3, .95, -.3+k.px())), rect(-.26, -.4, .26, -.4+k.px())))
	}
	k.paint(blue, union(rect(-k.pen(.03)/2, -1, k.pen(.03)/2, -.7), poly(0, -1, .3, -.92, 0, -.84)))
	k.light(yellow, union(mirrored(rect(.64, .0, .76, .22)), rect(-.08, -.2, .08, .0)))
	k.light(brown, union(circle(0, .62, .22), rect(-.22, .62, .22, .95)))
}

func windmill(k *kit) {
	k.paint(one(k, brown, grey), poly(-.45, .98, -.24, -.24, .24, -.24, .45, .98))
	k.paint(red, both(circle(0, -.22, .3), rect(-1, -1, 1, -.2)))
	k.light(yellow, union(rect(-.1, .66, .1, .98), rect(-.08, .2, .08, .4)))
	if !k.colour {
		k.cut(turned(45, 0, -.22, union(rect(-.78, -.3-k.px(), .78, -.14+k.px()), rect(-.08-k.px(), -1, .08+k.px(), .56))))
	}
	for i := range 4 {
		k.paint(black, turned(45+90*float64(i), 0, -.22, union(rect(0, -.22-k.pen(.06)/2, .92, -.22+k.pen(.06)/2), rect(.3, -.22, .92, -.02))))
	}
	k.paint(black, circle(0, -.22, k.dot(.1)))
}

func boat(k *kit) {
	k.paint(one(k, red, brown, blue), poly(-.92, .42, .92, .42, .62, .8, -.62, .8))
	k.paint(brown, rect(-.04-k.pen(.06)/2, -.95, -.04+k.pen(.06)/2, .42))
	k.paint(one(k, yellow, orange, pink), union(poly(.08, -.85, .08, .26, .8, .26)))
	k.paint(one(k, red, sky, purple), poly(-.16, -.6, -.16, .26, -.74, .26))
	k.paint(red, poly(-.04, -.98, -.34, -.9, -.04, -.8))
	k.paint(blue, wavy(-1, 1, .92, k.pen(.04), .5, k.pen(.09), 0))
}

func pyramids(k *kit) {
	k.paint(yellow, ellipse(.62, -.66, .26, .26))
	k.paint(orange, poly(-.98, .55, -.3, -.6, .38, .55))
	k.light(yellow, poly(-.3, -.6, .38, .55, -.05, .55))
	k.paint(orange, poly(.3, .55, .66, -.05, .98, .55))
	k.light(yellow, poly(.66, -.05, .98, .55, .78, .55))
	if !k.colour {
		k.paint(black, union(stroke(k.pen(.04), -.3, -.6, .38, .5), stroke(k.pen(.04), .66, -.05, .98, .55)))
	}
	k.paint(brown, rect(-1, .6, 1, .6+k.pen(.08)))
	k.paint(forest, union(rect(-.62, .72, -.55, 1), turned(-25, -.6, .7, ellipse(-.4, .72, .24, k.dot(.07))), turned(25, -.6, .7, ellipse(-.8, .72, .24, k.dot(.07)))))
	k.paint(blue, wavy(-.2, 1, .88, k.pen(.03), .4, k.pen(.08), 0))
}

func snowman(k *kit) {
	if k.colour {
		k.paint(sky, union(circle(0, .5, .48), circle(0, -.16, .36)))
	} else {
		k.paint(black, minus(union(circle(0, .5, .48), circle(0, -.16, .36)), circle(0, .5, .48-k.pen(.06)), circle(0, -.16, .36-k.pen(.06))))
	}
	k.paint(black, union(rect(-.46, -.52, .46, -.52+k.pen(.1)), rect(-.28, -.98, .28, -.5)))
	k.light(red, rect(-.28, -.68, .28, -.68+k.pen(.1)))
	k.paint(black, union(mirrored(circle(.14, -.24, k.dot(.06))), circle(0, .3, k.dot(.06)), circle(0, .52, k.dot(.06)), circle(0, .74, k.dot(.06))))
	k.paint(orange, poly(-.04, -.14, .34, -.06, -.04, -.02))
	k.paint(brown, union(stroke(k.pen(.06), .4, .3, .92, -.1), stroke(k.pen(.06), -.4, .3, -.92, -.1), stroke(k.pen(.05), .78, .02, .96, .1), stroke(k.pen(.05), -.78, .02, -.96, .1)))
	k.paint(red, rect(-.3, .08, .3, .08+k.pen(.1)))
}

func portrait(k *kit) {
	hair := one(k, brown, black, yellow, orange)
	k.paint(hair, union(circle(0, -.22, .72), mirrored(ellipse(.62, .3, .24, .62))))
	if k.colour {
		k.paint(pink, union(ellipse(0, .0, .5, .6), rect(-.16, .4, .16, .8)))
	} else {
		k.cut(union(ellipse(0, .02, .48, .58), rect(-.12, .4, .12, .8)))
	}
	k.paint(hair, both(ellipse(0, -.2, .62, .66), poly(-.7, -.9, .7, -.9, .56, -.2, .1, -.44, -.56, -.1)))
	k.paint(one(k, red, blue, green), union(both(ellipse(0, 1.1, .8, .42), rect(-1, .6, 1, 1)), rect(-1, 2, 1, 2)))
	k.cut(poly(-.14, .66, .14, .66, 0, .86))
	k.paint(black, mirrored(circle(.2, .02, k.dot(.08))))
	k.paint(red, arc(0, .22, .2, k.pen(.08), 20, 160))
	k.light(red, mirrored(circle(.58, .62, k.dot(.08))))
}

// fellow is a round face with a hat.
func fellow(k *kit) {
	if k.colour {
		k.paint(yellow, circle(0, .16, .74))
	} else {
		k.paint(black, ring(0, .16, .72, k.pen(.08)))
	}
	k.paint(blue, union(both(ellipse(0, -.34, .56, .6), rect(-1, -1, 1, -.34)), rect(-.86, -.42, .86, -.28)))
	k.light(red, rect(-.56, -.56, .56, -.56+k.pen(.1)))
	k.paint(black, mirrored(ellipse(.26, .02, k.dot(.09), k.dot(.13))))
	k.paint(red, circle(0, .24, k.dot(.13)))
	k.paint(black, arc(0, .22, .44, k.pen(.09), 25, 155))
	k.paint(pink, mirrored(circle(.5, .3, k.dot(.1))))
}
