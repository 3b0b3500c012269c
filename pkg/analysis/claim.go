package analysis

import (
	"encoding/json"
	"fmt"

	"formicary/pkg/puzzle"
)

// Claim is what a conclusion may say: an [Effect], a [Count] or a [Fact].
type Claim interface {
	// String is a sentence with its numbers, without a full stop.
	fmt.Stringer
	// Short is the same with as few numbers as it makes sense with.
	Short() string
	// Settled says whether the numbers bear the sentence out.
	Settled() bool
}

// Claims are what a conclusion says, the first claim first. As JSON they are an array of
// the claims' own fields.
type Claims []Claim

// UnmarshalJSON reads what json.Marshal writes.
func (c *Claims) UnmarshalJSON(text []byte) error {
	var all []json.RawMessage
	if err := json.Unmarshal(text, &all); err != nil {
		return err
	}
	*c = nil
	for _, one := range all {
		var fact Fact
		var effect Effect
		var count Count
		switch {
		case json.Unmarshal(one, &fact) == nil:
			*c = append(*c, fact)
		case json.Unmarshal(one, &effect) == nil && effect.Subject != "":
			*c = append(*c, effect)
		default:
			if err := json.Unmarshal(one, &count); err != nil {
				return err
			}
			*c = append(*c, count)
		}
	}
	return nil
}

// Count is how many of a number of things something holds for, with the
// interval of the share. It compares nothing.
type Count struct {
	// What is all before the numbers, Of what is counted: "Ants solve" and
	// "puzzles".
	What, Of string
	Proportion
}

// Count is a count with its interval ([Proportion]): Count("Ants solve", 3, 4, "puzzles").
func (s Settings) Count(what string, successes, trials int, of string) Count {
	return Count{What: what, Of: of, Proportion: s.Proportion(successes, trials)}
}

// Settled is always true: a count is what it is.
func (Count) Settled() bool { return true }

// Short is the count.
func (c Count) Short() string {
	return join(c.What, puzzle.Thousands(c.Successes)+" of "+puzzle.Thousands(c.Trials), c.Of)
}

// String is the count with the interval of the share.
func (c Count) String() string {
	return fmt.Sprintf("%s (share %s to %s)", c.Short(), puzzle.Share(c.Low), puzzle.Share(c.High))
}

// Fact is a sentence, without a full stop, about these very runs that compares
// nothing: how many steps a puzzle takes, how a run ended.
type Fact string

// Settled is always true.
func (Fact) Settled() bool { return true }

// Short is the whole fact.
func (f Fact) Short() string { return string(f) }

// String is the whole fact.
func (f Fact) String() string { return string(f) }
