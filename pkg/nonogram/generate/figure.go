package generate

import "slices"

// subject is a picture of one thing.
type subject struct {
	name string
	// titles are what it is called; the first is usual.
	title string
	draw  func(k *kit)
	// least is the shorter side of a board, in cells, on which one knows it.
	least int
}

// subjects are all of them, by name.
var subjects = []subject{
	{"anchor", "Anchor", anchor, 12},
	{"ant", "Ant", ant, 18},
	{"apple", "Apple", apple, 10},
	{"badge", "Sheriff's star", badge, 22},
	{"balloon", "Hot-air balloon", balloon, 12},
	{"bee", "Bee", bee, 24},
	{"boat", "Sailing boat", boat, 18},
	{"butterfly", "Butterfly", butterfly, 18},
	{"cactus", "Cactus in a pot", cactus, 14},
	{"car", "Car", car, 20},
	{"castle", "Castle", castle, 22},
	{"cat", "Cat", cat, 14},
	{"cherries", "Cherries", cherries, 12},
	{"crown", "Crown", crown, 15},
	{"cup", "Hot drink", cup, 18},
	{"duck", "Duck", duck, 12},
	{"elephant", "Elephant", elephant, 22},
	{"fellow", "Cheerful fellow", fellow, 16},
	{"fir", "Fir", fir, 10},
	{"fish", "Fish", fish, 12},
	{"flag", "Flag", banner, 18},
	{"flower", "Flower", flower, 14},
	{"ghost", "Ghost", ghost, 12},
	{"globe", "Globe", globe, 30},
	{"guitar", "Guitar", guitar, 18},
	{"hat", "Bowler and moustache", hat, 20},
	{"heart", "Heart", heart, 10},
	{"house", "House", house, 12},
	{"key", "Key", key, 14},
	{"ladybird", "Ladybird", ladybird, 18},
	{"leaf", "Leaf", leaf, 18},
	{"lighthouse", "Lighthouse", lighthouse, 18},
	{"locomotive", "Locomotive", locomotive, 22},
	{"mask", "Mask of an actor", mask, 24},
	{"moon", "Moon and star", moon, 10},
	{"mushroom", "Toadstool", mushroom, 15},
	{"notes", "Notes", notes, 10},
	{"owl", "Owl", owl, 18},
	{"parrot", "Parrot", parrot, 26},
	{"pear", "Pear", pear, 10},
	{"penguin", "Penguin", penguin, 15},
	{"portrait", "Girl", portrait, 20},
	{"pyramids", "Pyramids", pyramids, 22},
	{"rabbit", "Rabbit", rabbit, 15},
	{"robot", "Robot", robot, 15},
	{"rocket", "Rocket", rocket, 15},
	{"saxophone", "Saxophone", saxophone, 20},
	{"snail", "Snail", snail, 18},
	{"snowman", "Snowman", snowman, 24},
	{"star", "Star", stars, 10},
	{"sun", "Sun", sun, 14},
	{"sunflower", "Sunflower", sunflower, 20},
	{"torch", "Torch", torch, 15},
	{"tree", "Apple tree", tree, 14},
	{"turtle", "Turtle", turtle, 22},
	{"umbrella", "Umbrella", umbrella, 14},
	{"whale", "Whale", whale, 14},
	{"windmill", "Windmill", windmill, 22},
	{"yule", "Fir with balls", festive, 18},
}

// Subjects lists the names that [Options.Subject] may have.
func Subjects() []string {
	var out []string
	for _, s := range subjects {
		out = append(out, s.name)
	}
	return out
}

func findSubject(name string) (subject, bool) {
	i := slices.IndexFunc(subjects, func(s subject) bool { return s.name == name })
	if i < 0 {
		return subject{}, false
	}
	return subjects[i], true
}

// stretch is by how much a subject's width may differ from its height.
const stretch = 1.3

// figure draws one subject as large as the board allows.
func figure(k *kit, s subject) string {
	x, y := float64(k.size.Cols)/2, float64(k.size.Rows)/2
	halfX, halfY := min(x, y*stretch), min(y, x*stretch)
	draw := s.draw
	if s.mirrors() && k.r.IntN(2) == 0 {
		halfX = -halfX
	}
	k.in(x, float64(k.size.Rows)-max(halfY, -halfY), halfX, halfY, draw)
	return s.title
}

// mirrors says whether the subject may as well look the other way.
func (s subject) mirrors() bool { return s.name != "notes" && s.name != "flag" && s.name != "globe" }
