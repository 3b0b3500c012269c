package charts

import (
	"bytes"
	"encoding/json"
)

// Restore gives a chart of which all fields are known its option back, as
// [Chart.Option] gave it away: for whoever kept a chart as text. The result
// has no CSV and no still picture of its own. What is no complete chart is the
// error of [Chart.Check].
func (c Chart) Restore(option json.RawMessage) (Chart, error) {
	c.option = bytes.Clone(option)
	return c, c.Check()
}
