// Package analysis turns the records of an experiment into statistics.
//
//  1. [Group] makes a table of records, by label (the variant of an engine, as
//     [experiment.Record.Label] has it) and puzzle: [Runs]. [Collect] makes it of
//     columns.
//  2. Puzzles are grouped by a value ([Runs.By]): by [Size], [EachPuzzle] or [Ranges] of
//     features. analysis.Group(records).By(analysis.Size).Success() is how often each
//     label solves the puzzles of each size, ExpectedRunTime what a solution costs,
//     Features how many are solved in which time.
//  3. Other questions are methods of Runs, each with a result of its own.
//     When do runs solve: [Runs.RunTimes], [Runs.CactusCurves], [Runs.Restarts].
//     How good is the best board by then: [Runs.AnytimeCurves], [Runs.TargetCurves].
//     Which engine is better: [Runs.Compare], [Settings.Between] of two sets of records,
//     [Runs.CriticalDifferences], [Runs.HeadToHead].
//     What does each engine add to the others: [Runs.PortfolioOf].
//     What makes a puzzle hard: [Runs.SuccessCurves], [Runs.HardnessOf].
//     A new statistic is one more method of [Runs], with its result, in a file of its own.
//  4. Estimates come with an interval, with what that is about ([Scope]) and
//     with the counts they rest on. Counts of these very puzzles
//     ([Runs.CactusCurves], [Runs.HeadToHead]) and pictures of these very runs
//     ([Runs.AnytimeCurves]) have none.
//  5. An [Effect] is a sentence that says no more than its interval; [Conclude] makes a
//     conclusion of several ([Comparison.Effects], [Settings.Firsts], [Regression.Claims]).
//
// Other settings change level, classes and resampling:
// analysis.Settings{Level: 0.9}.Group(records).
//
// **Design**: puzzles, not runs, are what an experiment samples. Runs on one puzzle resemble each other, and a
// thousand of them say little about the next puzzle; so a result shows first the interval across puzzles, and second
// the one over runs. Experiments on one puzzle are about its runs. Shares, differences, quotients and costs are means
// of bounded things, and one method makes their intervals ([stats.BoundedMean]): it asks for no number of puzzles and
// no distribution. Few puzzles, without one of a rare kind, make a wide interval and not a wrong one. What has no
// bound has no end on that side, or no interval. None has a width of zero. Runs that failed are runs: they count as
// not solved, and a warning names them. Nothing is left out silently.
//
// The statistics themselves, over plain numbers, are in package stats.
//
// **Limits**: a race and a tuner choose their runs, and stop, by the results so far. What holds for a fixed sample does
// not hold for a difference in their records. Whatever compares engines by a test or an interval refuses them
// ([Runs.Compare], and [Runs.CriticalDifferences] and [Settings.Between] by it, [Runs.PortfolioOf], [Settings.Firsts]);
// Effects of package race's Result are in their place. Rates, curves and fits of one engine at a time take them: they
// describe these runs, and their intervals are too narrow by what the stopping did. That the method holds is a
// conjecture, which a search for exceptions and whole experiments in two dozen worlds bear out (TestWorlds). Regressions
// hold by simulation only ([FeatureEffect]). The puzzles are taken for a random sample of those that one wants to know
// about, which published collections are not quite. Intervals are pointwise, each for itself, but for those of pairs
// ([Runs.Compare]) and of features ([Runs.HardnessOf]), which hold together: they are what conclusions are made of. It
// sees records, and features of puzzles by their IDs, never a journal or an engine.
package analysis

import "cmp"

// Settings is how the statistics are made. The zero value of each field means
// that of [Default].
type Settings struct {
	// Classes are the ranges of board sizes that results are grouped by.
	Classes []Class
	// Level is the confidence of all intervals, between 0 and 1.
	Level float64
	// Resamples is how often a bootstrap draws.
	Resamples int
	// Seed is what the bootstrap draws with: the same seed, the same interval.
	Seed uint64
	// GridPoints is the number of points of a curve.
	GridPoints int
}

// Default are the usual settings: the paper's size classes, 95 % intervals,
// and 1,000 resamples, which Efron and Tibshirani (An Introduction to the
// Bootstrap, 1993, section 12.5) ask of percentile intervals.
var Default = Settings{Classes: SizeClasses, Level: 0.95, Resamples: 1000, Seed: 1, GridPoints: 120}

func (s Settings) complete() Settings {
	if s.Classes == nil {
		s.Classes = Default.Classes
	}
	s.Level = cmp.Or(s.Level, Default.Level)
	s.Resamples = cmp.Or(s.Resamples, Default.Resamples)
	s.Seed = cmp.Or(s.Seed, Default.Seed)
	s.GridPoints = cmp.Or(s.GridPoints, Default.GridPoints)
	if !(s.Level > 0 && s.Level < 1) || s.Resamples < 1 || s.GridPoints < 2 {
		panic("analysis: settings out of range: a level must be between 0 and 1, a bootstrap needs a resample and a curve two points")
	}
	return s
}
