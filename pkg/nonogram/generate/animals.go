package generate

// Animals, each within the square from -1 to 1.

func cat(k *kit) {
	coat := one(k, black, grey, orange, brown)
	k.paint(coat, bow(.55, .45, .36, .42, k.pen(.17), 100, -40)) // tail
	k.paint(coat, union(
		ellipse(-.1, .48, .5, .56), ellipse(-.1, .92, .62, .12),
		ellipse(-.1, -.38, .52, .42), poly(-.6, -.5, -.6, -1, -.2, -.72), poly(.4, -.5, .4, -1, 0, -.72)))
	k.light(one(k, blank, yellow), ellipse(-.1, .62, .2, .3)) // chest
	k.light(green, union(ellipse(-.3, -.42, k.dot(.12), k.dot(.1)), ellipse(.1, -.42, k.dot(.12), k.dot(.1))))
	if k.shows(.12, 2) {
		k.paint(black, union(circle(-.3, -.42, .05), circle(.1, -.42, .05)))
	}
	k.light(pink, poly(-.19, -.25, -.01, -.25, -.1, -.15))
	if k.shows(.1, 1.5) {
		k.cut(union(stroke(k.pen(.03), -.3, -.16, -.55, -.2), stroke(k.pen(.03), .1, -.16, .35, -.2)))
	}
}

func fish(k *kit) {
	body := one(k, orange, red, blue, purple)
	fin := one(k, yellow, orange, red)
	k.paint(fin, union(poly(.45, 0, 1, -.55, .86, 0, 1, .55), poly(-.3, -.4, .3, -.78, .35, -.3), poly(-.1, .4, .25, .72, .3, .3)))
	k.paint(body, ellipse(-.2, 0, .76, .5))
	if k.shows(.1, 1) {
		k.light(one(k, blank, yellow), union(both(ellipse(-.2, 0, .7, .44), rect(-.12, -1, .02, 1)), both(ellipse(-.2, 0, .7, .44), rect(.22, -1, .34, 1))))
	}
	k.light(blank, circle(-.62, -.12, k.dot(.13)))
	if k.shows(.13, 2) {
		k.paint(black, circle(-.62, -.12, k.dot(.06)))
	}
	k.cut(stroke(k.pen(.04), -.96, .14, -.74, .12))
}

func duck(k *kit) {
	coat := one(k, yellow, orange, brown)
	k.paint(coat, union(ellipse(.1, .35, .8, .45), poly(.5, .2, 1, -.15, .9, .5), circle(-.45, -.4, .38), rect(-.7, -.3, -.15, .3)))
	k.paint(red, poly(-.76, -.5, -1, -.25, -.74, -.2))
	k.light(blank, circle(-.5, -.48, k.dot(.09)))
	k.light(one(k, blank, brown), bow(.15, .22, .4, .24, k.pen(.07), 10, 170))
	k.paint(blue, union(wavy(-1, 1, .88, k.pen(.02), .5, k.pen(.08), 0)))
}

func butterfly(k *kit) {
	wing := one(k, orange, blue, purple, red)
	spot := one(k, yellow, pink, sky)
	k.paint(wing, mirrored(union(
		turned(-35, .5, -.4, ellipse(.52, -.4, .5, .36)),
		turned(35, .42, .42, ellipse(.42, .42, .4, .32)))))
	k.light(spot, mirrored(union(circle(.58, -.42, k.dot(.16)), circle(.44, .46, k.dot(.13)))))
	k.cut(mirrored(rect(.08, -.8, .08+max(k.px(), .03), .8)))
	k.paint(black, union(ellipse(0, .08, k.dot(.08), .68), circle(0, -.55, k.dot(.1))))
	k.paint(black, mirrored(stroke(k.pen(.05), 0, -.6, .28, -.96)))
}

func ladybird(k *kit) {
	k.paint(black, mirrored(union(stroke(k.pen(.07), .5, -.2, .95, -.4), stroke(k.pen(.07), .6, .2, .98, .2), stroke(k.pen(.07), .5, .5, .9, .8), stroke(k.pen(.06), .1, -.7, .4, -.98))))
	k.paint(black, ellipse(0, -.55, .36, .3))
	k.paint(red, ellipse(0, .15, .72, .72))
	k.cut(rect(-max(.03, k.px()/2), -.5, max(.03, k.px()/2), .9))
	spots := mirrored(union(circle(.34, -.14, k.dot(.14)), circle(.38, .32, k.dot(.14)), circle(.24, .62, k.dot(.1))))
	if k.colour {
		k.paint(black, spots)
	} else {
		k.cut(spots)
	}
}

func ant(k *kit) {
	body := one(k, black, brown, red)
	w := k.pen(.06)
	k.paint(body, mirrored(union(
		stroke(w, .1, -.1, .5, -.4, .75, -.85), stroke(w, .1, 0, .6, .02, .95, .2), stroke(w, .1, .1, .5, .35, .7, .95),
		stroke(w, .1, -.7, .3, -.9, .55, -.97))))
	k.paint(body, union(ellipse(0, -.58, .26, .24), ellipse(0, -.08, .17, .24), ellipse(0, .52, .32, .44)))
	k.light(blank, mirrored(circle(.12, -.64, k.dot(.06))))
}

func bee(k *kit) {
	k.paint(sky, union(turned(-35, .2, -.5, ellipse(.25, -.5, .26, .44)), turned(20, -.2, -.5, ellipse(-.18, -.52, .24, .42))))
	k.light(yellow, ellipse(.05, .2, .7, .46))
	k.paint(black, both(ellipse(.05, .2, .7, .46), union(rect(-.22, -1, -.02, 1), rect(.18, -1, .38, 1), rect(.56, -1, .8, 1))))
	k.paint(black, circle(-.62, .1, .28))
	k.light(blank, circle(-.7, .04, k.dot(.08)))
	k.paint(black, union(stroke(k.pen(.05), -.66, -.1, -.8, -.4), stroke(k.pen(.05), .7, .2, .98, .26)))
	if !k.colour {
		k.paint(black, minus(ellipse(.05, .2, .7, .46), ellipse(.05, .2, .7-k.px(), .46-k.px())))
	}
}

func snail(k *kit) {
	k.paint(orange, union(ellipse(-.1, .78, .85, .17), stroke(k.pen(.24), -.72, .7, -.8, .2)))
	k.paint(orange, union(stroke(k.pen(.06), -.8, .2, -.96, -.12), stroke(k.pen(.06), -.78, .2, -.66, -.12)))
	k.paint(brown, circle(.2, .1, .62))
	k.light(yellow, minus(ring(.2, .1, .38, k.pen(.1)), rect(-.3, .1, .2, .5)))
	k.light(yellow, both(ring(.28, .1, .16, k.pen(.1)), rect(-1, -.4, 1, .3)))
}

func owl(k *kit) {
	coat := one(k, brown, grey, purple)
	k.paint(coat, union(ellipse(0, .15, .66, .78), poly(-.62, -.2, -.6, -.92, -.05, -.55), poly(.62, -.2, .6, -.92, .05, -.55), ellipse(0, -.3, .62, .42)))
	k.light(blank, mirrored(circle(.28, -.28, .24)))
	k.paint(black, mirrored(circle(.26, -.28, k.dot(.12))))
	k.paint(orange, poly(-.1, -.16, .1, -.16, 0, .08))
	if !k.colour {
		k.cut(union(stroke(k.pen(.03), -.14, -.1, 0, .14, .14, -.1)))
	}
	if k.shows(.5, 4) {
		for i := range 3 {
			y := .32 + .2*float64(i)
			k.light(yellow, both(ellipse(0, .45, .4, .44), wavy(-.4, .4, y, .05, .26, k.pen(.06), 0)))
		}
	}
	k.paint(brown, rect(-1, .9, 1, .9+k.pen(.1)))
}

func penguin(k *kit) {
	k.paint(black, union(ellipse(0, .1, .6, .8), circle(0, -.58, .38), turned(18, .6, .1, ellipse(.64, .14, .14, .46)), turned(-18, -.6, .1, ellipse(-.64, .14, .14, .46))))
	k.cut(union(ellipse(0, .3, .4, .54), mirrored(ellipse(.16, -.55, .15, .17))))
	k.paint(black, mirrored(circle(.14, -.55, k.dot(.06))))
	k.paint(orange, union(poly(-.13, -.45, .13, -.45, 0, -.25), ellipse(-.3, .93, .26, .08), ellipse(.3, .93, .26, .08)))
}

func whale(k *kit) {
	k.paint(blue, union(both(ellipse(-.15, .15, .8, .6), rect(-1, -1, 1, .55)), poly(.4, .1, .82, -.3, .86, .3, .4, .5), poly(.82, -.2, .55, -.62, .84, -.5), poly(.8, -.2, 1, -.66, .82, -.44)))
	k.light(sky, both(ellipse(-.15, .15, .74, .54), rect(-1, .34, .3, .46)))
	k.light(blank, circle(-.6, .06, k.dot(.07)))
	k.paint(sky, union(arc(-.45, -.62, .22, k.pen(.09), 190, 360), arc(-.01, -.62, .22, k.pen(.09), 180, 350), rect(-.23-k.pen(.09)/2, -.64, -.23+k.pen(.09)/2, -.44)))
	k.paint(blue, wavy(-1, 1, .78, k.pen(.05), .5, k.pen(.1), 0))
}

func parrot(k *kit) {
	coat, wing := red, one(k, blue, green)
	k.paint(coat, turned(-14, .2, .7, ellipse(.24, .56, .15, .5))) // tail
	k.paint(coat, union(circle(-.1, -.56, .38), turned(-16, 0, 0, ellipse(-.02, .02, .4, .66))))
	k.cut(ellipse(-.3, -.56, .2, .2))
	k.paint(black, circle(-.3, -.6, k.dot(.07)))
	k.paint(black, minus(circle(-.46, -.44, .22), circle(-.62, -.2, .2), circle(-.26, -.46, .12)))
	if !k.colour {
		k.cut(turned(-16, .14, .08, ellipse(.14, .1, .24+k.px(), .48+k.px())))
	}
	k.paint(wing, turned(-16, .14, .08, ellipse(.14, .1, .24, .48)))
	k.light(yellow, turned(-16, .14, .08, both(ellipse(.14, .1, .2, .44), union(rect(-1, -.06, 1, .06), rect(-1, .26, 1, .36)))))
	k.paint(brown, union(rect(-.95, .6, .95, .6+k.pen(.13))))
	k.paint(orange, union(ellipse(-.2, .6, .1, .1), ellipse(.06, .62, .1, .1)))
	k.paint(forest, union(turned(30, -.8, .4, ellipse(-.8, .42, .1, .24)), turned(-30, .8, .4, ellipse(.78, .42, .1, .24))))
}

func elephant(k *kit) {
	k.paint(grey, union(ellipse(.2, .05, .66, .52), rect(-.3, .2, -.04, .95), rect(.5, .2, .78, .95), rect(.1, .3, .24, .9), circle(-.48, -.3, .4)))
	k.paint(grey, stroke(k.pen(.2), -.74, -.2, -.86, .3, -.7, .6, -.56, .56))
	k.paint(grey, stroke(k.pen(.06), .84, 0, .97, .4))
	k.cut(bow(-.26, -.3, .26, .34, k.pen(.05), -60, 150))
	k.light(blank, circle(-.64, -.42, k.dot(.06)))
	k.cut(poly(-.68, .02, -.46, .02, -.66, .34))
}

func rabbit(k *kit) {
	coat := one(k, brown, grey, orange)
	k.paint(coat, union(ellipse(0, .5, .5, .5), circle(0, -.12, .42), mirrored(ellipse(.22, -.62, .15, .42)), mirrored(ellipse(.32, .9, .3, .12))))
	k.light(pink, mirrored(ellipse(.22, -.62, .06, .28)))
	k.light(blank, ellipse(0, .55, .26, .3))
	k.light(blank, mirrored(circle(.18, -.18, k.dot(.09))))
	k.light(pink, poly(-.1, -.02, .1, -.02, 0, .08))
	if !k.colour && k.shows(.2, 2) {
		k.paint(black, mirrored(circle(.18, -.18, k.dot(.04))))
	}
}

func turtle(k *kit) {
	k.paint(green, union(circle(-.74, .1, .26), ellipse(-.4, .62, .2, .26), ellipse(.5, .62, .2, .26), poly(.7, .4, 1, .62, .7, .6)))
	k.paint(forest, both(ellipse(.05, .45, .74, .82), rect(-1, -1, 1, .45)))
	if !k.colour {
		k.cut(rect(-.8, .45, .9, .45+k.px()))
	}
	k.light(yellow, both(ellipse(.05, .45, .64, .72), union(stroke(k.pen(.06), -.2, -.4, -.1, .04, -.6, .3), stroke(k.pen(.06), -.1, .04, .24, .04, .34, -.4), stroke(k.pen(.06), .24, .04, .66, .3), stroke(k.pen(.06), -.1, .04, -.16, .5), stroke(k.pen(.06), .24, .04, .3, .5))))
	k.light(blank, circle(-.82, .04, k.dot(.06)))
}
