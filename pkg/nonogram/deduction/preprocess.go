package deduction

import "fmt"

// RulePreprocessing is the rule of the steps of [State.Preprocess].
const RulePreprocessing = "preprocessing"

// Preprocess looks once at every line as if it were empty: complete fills,
// complete fills with definite blanks, and partial fills (Salcedo-Sanz and
// others 2007, sections II-A and II-B). With the slack l of equation 3, what is
// left of the line when its blocks stand as close together as they may,
//
//   - a line without slack is settled as a whole;
//   - else a block of n > l cells that starts at e at the earliest, and so at
//     e+l at the latest (equation 4), fills the n-l cells from e+l on.
//
// The paper speaks of black-and-white puzzles; in colour puzzles a blank is
// necessary between neighbours of one colour only. A line without blocks is all
// blank, on which the paper is silent.
//
// It returns false where a clue does not fit its line, or where two lines
// contradict each other in a cell.
func (s *State) Preprocess() bool {
	for line := range s.lines {
		if !s.PreprocessLine(line) {
			return false
		}
	}
	return true
}

// PreprocessLine is [State.Preprocess] for one line.
func (s *State) PreprocessLine(line int) bool {
	clue, n := s.Clue(line), len(s.lines[line])
	slack := clue.Slack(n)
	if slack < 0 {
		return false
	}
	start := 0
	for j, block := range clue {
		if gap := clue.Gap(j); gap > 0 {
			if slack == 0 && !s.Keep(line, start, Blank) {
				return false
			}
			start += gap
		}
		for at := start + slack; at < start+block.Length; at++ {
			if !s.Keep(line, at, Only(block.Colour)) {
				return false
			}
		}
		start += block.Length
	}
	if len(clue) == 0 {
		for at := range n {
			if !s.Keep(line, at, Blank) {
				return false
			}
		}
	}
	if s.Noted() {
		text := fmt.Sprintf("the clue %s leaves a slack of %d in %s: every block longer than that covers cells wherever it stands", s.puzzle.ClueText(clue), slack, s.puzzle.LineName(line))
		switch {
		case len(clue) == 0:
			text = fmt.Sprintf("%s has no block", s.puzzle.LineName(line))
		case slack == 0:
			text = fmt.Sprintf("the clue %s fits %s in one way", s.puzzle.ClueText(clue), s.puzzle.LineName(line))
		}
		s.Note(RulePreprocessing, line, nil, text)
	}
	return true
}
