package experiment

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"formicary/pkg/solver"
)

// key is what makes two runs the same run.
type key struct {
	content    string // the start of the puzzle's content hash
	engine     string
	configHash string
	run        int
	seed       uint64
	budget     solver.Budget
	code       string // the version of the engine's code
}

// key is the key of the run that the record describes.
func (r Record) key() key {
	return key{r.Content, r.Engine, r.ConfigHash, r.Run, r.Seed, r.Budget, r.Code}
}

// mark is a short name of a run.
func (k key) mark() string { return shortName(fmt.Sprintf("%+v", k)) }

func shortName(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:8])
}

// killedStart begins the error of a run that was recorded as failed because
// processes ended while they made it.
const killedStart = "killed: "

// killed says whether nothing is known of the run but that processes ended during it.
func (r Record) killed() bool { return r.Status == Failed && strings.HasPrefix(r.Error, killedStart) }

// before says which of two records of one run counts whatever their order: a run
// that ended after all before one that was taken for deadly (a process that was
// believed to be dead may live on), then one that was asked for again, then one
// that failed by itself.
func (r Record) before(other Record) bool {
	a, b := r.rank(), other.rank()
	return a.before(b)
}

func (r Record) rank() rank { return rank{r.Retry, r.Status == Failed, r.killed()} }

// rank is what decides between two records of one run.
type rank struct {
	again          int
	failed, killed bool
}

func (a rank) before(b rank) bool {
	switch {
	case a.killed != b.killed && (!a.failed || !b.failed):
		return b.killed
	case a.again != b.again:
		return a.again > b.again
	}
	return !a.killed && b.killed
}
