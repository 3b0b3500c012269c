package puzzle

import (
	"encoding/json"
	"slices"
	"strings"
)

// Named is the one of the kinds that a text names: by an address of a puzzle site ([ReadAddresses]), or as a JSON set
// ([Kit]). ok is false where the text names none of them, as most formats do.
func Named(text []byte, kinds []Kind) (kind Kind, ok bool) {
	text = trimMark(text)
	address, set := addressed(string(text)), nameOfSet(text)
	i := slices.IndexFunc(kinds, func(k Kind) bool {
		switch {
		case address == "" && set == "":
			return false
		case address == k.Name || slices.Contains(k.Addresses, address):
			return true
		}
		return strings.EqualFold(set, k.Name) || strings.EqualFold(set, k.Title)
	})
	if i < 0 {
		return Kind{}, false
	}
	return kinds[i], true
}

// addressed is what the first address of a text calls its puzzle; empty where the text has none.
func addressed(text string) string {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if _, after, ok := strings.Cut(line, "?"); ok {
			line = after
		}
		if name, _, ok := strings.Cut(line, "/"); ok {
			return name
		}
		break
	}
	return ""
}

// nameOfSet is the member "name" of a JSON object; empty where it has none.
func nameOfSet(text []byte) string {
	var set struct {
		Name string `json:"name"`
	}
	if json.Unmarshal(text, &set) != nil {
		return ""
	}
	return set.Name
}
