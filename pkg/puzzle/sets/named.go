package sets

import (
	"encoding/json"
	"slices"
	"strings"
)

// Named is the one of the kinds that a text names: by an address of a puzzle site ([ReadAddresses]), as a file of pzpr or
// an address that has one, or as a JSON set ([Puzzlekit]). ok is false where the text names none of them, as most formats do.
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

// mostNaming is the length of the beginning of a line in which an address names its kind.
const mostNaming = 1000

// addressed is what the first address of a text, or a text that is a file of pzpr, calls its puzzle; empty where the text is
// neither.
func addressed(text string) string {
	file := false // the line before began a file
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line[:min(len(line), mostNaming)])
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
			continue
		case file:
			return nameOf(locate(Field{Text: line}))
		}
		for _, t := range []located{locate(Field{Text: line}), locate(Field{Text: line}).unescaped()} {
			part, rest, ok := query(t).cut('/')
			if ok && strings.HasPrefix(string(part.text), "v:") {
				part, rest, ok = rest.cut('/')
			}
			switch name := nameOf(part); {
			case strings.HasPrefix(name, pzprv3):
				if part, _, ok = rest.cut('/'); ok {
					return nameOf(part)
				}
				file = true
			case ok:
				return name
			}
		}
		if !file {
			break
		}
	}
	return ""
}

// IsAddress says whether a word looks like an address that [ReadAddresses] reads, of any kind.
func IsAddress(word string) bool {
	return isName(addressed(word)) && (word[0] != '<' || strings.Contains(word, "?"))
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
