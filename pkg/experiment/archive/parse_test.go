package archive

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment"
	"formicary/pkg/experiment/columns"
	"formicary/pkg/puzzle"
)

// good is a study.json that can be read.
func good(t testing.TB) string {
	t.Helper()
	c := content{Format: format, Study: "small", Question: "<Does it work?>", Files: map[string]string{}}
	for _, name := range []string{"one", "two"} {
		c.Plans = append(c.Plans, Plan{Name: "Plan " + name, Fingerprint: "0123456789ab", Place: name, Made: 5, Planned: 6})
		for _, file := range []string{experiment.PlanName, columns.File} {
			c.Files[name+"/"+file] = sum([]byte(name + file))
		}
	}
	c = alltest.Must(c.summed())(t)
	text := alltest.Must(c.text())(t)
	return string(text)
}

// What is wrong with a study.json is said with its place.
func TestParse(t *testing.T) {
	text := good(t)
	alltest.Must(parse("study.json", []byte(text)))(t)
	first := sum([]byte("oneplan.json"))
	for _, tt := range []struct{ old, new, want string }{
		{text, "", "study.json:1:1: expected a published study: unexpected end of JSON input"},
		{text, "[]", "study.json:1:1: expected a published study: json: cannot unmarshal array into Go value of type archive.content"},
		{"{\n", "{\n ?", "study.json:2:2: expected a published study: invalid character '?' looking for beginning of object key string"},
		{`"formicary study 1"`, `"formicary study 2"`, `study.json:2:12: expected the format "formicary study 1", found "formicary study 2"`},
		{`"study": "small"`, `"study": "Small one"`, `study.json:3:11: expected the name of a study, found "Small one"`},
		{`"study": "small"`, `"study": ""`, `study.json:3:11: expected the name of a study, found ""`},
		{`"study": "small"`, `"study": 7`, `study.json:3:11: expected a published study: json: cannot unmarshal number into Go struct field content.study of type string`},
		{`"place": "two"`, `"place": "one"`, `study.json:9:13: expected a folder of its own for the plan "Plan two", found "one"`},
		{`"place": "two"`, `"place": "../two"`, `study.json:17:13: expected a folder of its own for the plan "Plan two", found "../two"`},
		{`"place": "two"`, `"place": ""`, `study.json:17:13: expected a folder of its own for the plan "Plan two", found ""`},
		{`"made": 5`, `"made": 0`, `study.json:10:12: expected from 1 to 6 runs of the plan "Plan one", found 0`},
		{`"made": 5`, `"made": 7`, `study.json:10:12: expected from 1 to 6 runs of the plan "Plan one", found 7`},
		{`"planned": 6`, `"planned": 4`, `study.json:10:12: expected from 1 to 4 runs of the plan "Plan one", found 5`},
		{`"0123456789ab"`, `"0123"`, `study.json:8:19: expected the fingerprint of the plan "Plan one", found "0123"`},
		{first, "ab", `study.json:24:20: expected the SHA-256 of one/plan.json, found "ab"`},
		{`"one/plan.json"`, `"one/plan.jso"`, `study.json:1:1: expected the SHA-256 of one/plan.json, found ""`},
		{`"files": {`, `"files": {"../x": "a", `, `study.json:23:20: expected files of the folder, found "../x"`},
		{`"files": {`, `"files": {"/etc/x": "a", `, `expected files of the folder, found "/etc/x"`},
		{`"files": {`, `"files": {"one/../x": "a", `, `expected files of the folder, found "one/../x"`},
		{text, text + "{", "study.json:31:1: expected a published study: invalid character '{' after top-level value"},
	} {
		_, err := parse("study.json", []byte(strings.Replace(text, tt.old, tt.new, 1)))
		at := new(puzzle.ParseError)
		alltest.Check(t, errors.As(err, &at) && strings.HasSuffix(err.Error(), tt.want), "%s: %v, want %s", tt.new, err, tt.want)
	}
	none := regexp.MustCompile(`(?s)"plans": \[.*?\n \],`).ReplaceAllString(text, `"plans": [],`)
	_, err := parse("study.json", []byte(none))
	alltest.Check(t, err != nil && err.Error() == "study.json:5:11: expected at least one plan", "%v", err)
	dir := t.TempDir()
	alltest.OK(t, os.WriteFile(filepath.Join(dir, StudyFile), []byte("{"), 0o666))
	alltest.Refused(Read(dir))(t, StudyFile+":1:1: expected")
	alltest.Refused(Read(t.TempDir()))(t, fs.ErrNotExist)
}

// FuzzRead: any study.json is a study or an error with its place, and nothing outside
// its folder is looked at.
func FuzzRead(f *testing.F) {
	text := good(f)
	f.Add(text)
	f.Add(strings.Replace(text, "one/plan.json", "../plan.json", 1))
	f.Add(text[:len(text)/2])
	f.Add(`{"format":"formicary study 1","study":"a","plans":[{"place":"a","made":1,"planned":1,"fingerprint":"0123456789ab"}],"files":{"a/plan.json":""}}`)
	f.Add(`{"Format":"formicary study 1","files":null}`)
	f.Fuzz(func(t *testing.T, text string) {
		c, err := parse("study.json", []byte(text))
		if at := new(puzzle.ParseError); err != nil {
			lines := strings.Split(text, "\n")
			alltest.Require(t, errors.As(err, &at) && at.Line >= 1 && at.Line <= len(lines) && at.Column >= 1 && at.Column <= len(lines[at.Line-1])+1, "%v", err)
			return
		}
		for _, p := range c.Plans {
			alltest.Require(t, filepath.IsLocal(p.Place) && p.Made >= 1 && p.Made <= p.Planned, "%+v", p)
		}
		for name := range c.Files {
			alltest.Require(t, filepath.IsLocal(name), "%v", name)
		}
		c, err = c.summed()
		alltest.OK(t, err)
		written := alltest.Must(c.text())(t)
		again, err := parse("study.json", written)
		one, _ := json.Marshal(c)
		other, _ := json.Marshal(again)
		alltest.Require(t, err == nil && bytes.Equal(one, other), "%v: %s became %s", err, one, other)
	})
}
