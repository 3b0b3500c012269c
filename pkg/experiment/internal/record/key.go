package record

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"formicary/pkg/solver"
)

// Key is what makes two runs the same run.
type Key struct {
	Content    string // the start of the puzzle's content hash
	Engine     string
	ConfigHash string
	Run        int
	Seed       uint64
	Budget     solver.Budget
	Code       string // the version of the engine's code
}

// Key is the key of the run that the record describes.
func (r Record) Key() Key {
	return Key{r.Content, r.Engine, r.ConfigHash, r.Run, r.Seed, r.Budget, r.Code}
}

// Mark is a short name of a run, and of one that was asked for again.
func (k Key) Mark(retry int) string {
	text := make([]byte, 0, 512)
	for _, part := range []string{"{content:", k.Content, " engine:", k.Engine, " configHash:", k.ConfigHash, " run:"} {
		text = append(text, part...)
	}
	text = strconv.AppendInt(text, int64(k.Run), 10)
	text = strconv.AppendUint(append(text, " seed:"...), k.Seed, 10)
	text = strconv.AppendInt(append(text, " budget:{Iterations:"...), k.Budget.Iterations, 10)
	text = strconv.AppendInt(append(text, " Evaluations:"...), k.Budget.Evaluations, 10)
	for _, part := range []string{" Wall:", k.Budget.Wall.String(), " CPU:", k.Budget.CPU.String(), "} code:", k.Code, "}"} {
		text = append(text, part...)
	}
	if retry > 0 {
		text = fmt.Appendf(text, " again %d", retry)
	}
	return ShortName(string(text))
}

// ShortName is 16 hexadecimal digits for a text.
func ShortName(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:8])
}

// KilledStart begins the error of a run that was recorded as failed because
// processes ended while they made it.
const KilledStart = "killed: "

// Killed says whether nothing is known of the run but that processes ended during it.
func (r Record) Killed() bool { return r.Status == Failed && strings.HasPrefix(r.Error, KilledStart) }

// Before says which of two records of one run counts whatever their order: a run
// that ended after all before one that was taken for deadly (a process that was
// believed to be dead may live on), then one that was asked for again, then one
// that failed by itself.
func (r Record) Before(other Record) bool {
	switch mine, others := r.Killed(), other.Killed(); {
	case mine != others && (r.Status != Failed || other.Status != Failed):
		return others
	case r.Retry != other.Retry:
		return r.Retry > other.Retry
	default:
		return !mine && others
	}
}
