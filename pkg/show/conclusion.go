package show

import (
	"encoding/json"
	"strings"

	"github.com/janpfeifer/gonb/gonbui/protocol"

	"formicary/pkg/analysis"
)

// ConclusionType is the media type under which the output of [Conclusion] also
// carries what it says as JSON, with fields headline, answer and claims: the
// gallery and the tests take a notebook's answer from there and from nowhere
// else. Claims are left out where a number is infinite.
const ConclusionType = "application/vnd.formicary.conclusion+json"

// Conclusion shows what a notebook has found. The bold line is the first claim
// that is settled, and says so where none is; the others are a list below it,
// and the last line says what the intervals hold for, and that this is of published
// records where the cell took some, or a sample where the mode is quick and the
// cell asked for it. See [analysis.Conclude] for what may be claimed. A notebook ends with exactly one.
func Conclusion(claims ...analysis.Claim) {
	c := analysis.Conclude(claims...)
	rule := c.Rule
	switch {
	case quoted():
		rule += " Comparisons are of published records, the same in every mode."
	case !full && asked.Load():
		rule += " This is the quick sample; `%% --full` at the head of a cell runs the experiment in full."
	}
	rule = strings.TrimSpace(rule)
	lines, others := []string{"**" + sentence(c.Answer) + ".**"}, ""
	for _, other := range c.Others {
		others += "- " + sentence(other) + ".\n"
	}
	lines = append(lines, others, sentence(rule))
	plain := c.Answer + ".\n"
	for _, other := range c.Others {
		plain += "- " + other + ".\n"
	}
	put(output{
		markdown: strings.Join(lines, "\n\n"), plain: plain + strings.ReplaceAll(rule, "`", ""),
		extra: map[protocol.MIMEType]string{ConclusionType: conclusionData(c, claims)},
	})
}

// conclusionData is what [ConclusionType] carries.
func conclusionData(c analysis.Conclusion, claims []analysis.Claim) string {
	data := map[string]any{"headline": c.Headline, "answer": c.Answer}
	if text, err := json.Marshal(claims); err == nil {
		data["claims"] = json.RawMessage(text)
	}
	text, err := json.Marshal(data)
	if err != nil {
		panic("show: " + err.Error())
	}
	return string(text)
}
