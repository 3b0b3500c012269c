package small

import "testing"

func TestGrow(t *testing.T) {
	for n, want := range map[int]int{0: 3, 1: 4, 2: 7, 3: 7, 5: 10} {
		if got, err := Grow(n); got != want || err != nil {
			t.Errorf("Grow(%d) = %d, %v", n, got, err)
		}
	}
	if _, err := Grow(-1); err == nil {
		t.Error("no error")
	}
}

func TestEnds(t *testing.T) {
	if got := Ends(func(n int) bool { return n == 0 }); got != 0 {
		t.Error(got)
	}
}

func TestRoom(t *testing.T) {
	if len(Room(1)) != 1 || Room(1)[0] != "" || Room(3)[0] == "" {
		t.Error(Room(1), Room(3))
	}
}
