package page_test

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/charts"
	"formicary/pkg/charts/internal/sample"
	"formicary/pkg/charts/page"
)

func TestChart(t *testing.T) {
	c := charts.RunTimes(sample.RunTimes(1)).Titled(`a "title" with <tags> & more`)
	got := page.Chart(c)
	for _, want := range []string{
		`class="formicary-chart"`, `id="` + c.ID() + `"`, `role="figure"`, `data-points="26"`, `data-updates="0"`,
		`aria-label="a &#34;title&#34; with &lt;tags&gt; &amp; more"`, `a &#34;title&#34; with &lt;tags&gt; &amp; more</div>`,
	} {
		alltest.Has(t, got, want, "the markup lacks")
	}
	alltest.Check(t, strings.Count(got, "<script") == strings.Count(got, "</script>") && !strings.Contains(got, "<tags>"),
		"text of the chart became markup")
	alltest.Equal(t, got, page.Chart(c), "the markup of a chart changes")
}

// TestOptionIsData: an option that holds the end of a script ends none.
func TestOptionIsData(t *testing.T) {
	times := sample.RunTimes(2)
	times[0].Label = `</script><script>alert(1)</script>`
	got := page.Chart(charts.RunTimes(times))
	alltest.Equal(t, strings.Count(got, "</script>"), 3, "ends of scripts, want those of the option, of the numbers and of the call")
}

// TestNumbers: the markup of every chart holds its CSV as it is.
func TestNumbers(t *testing.T) {
	names, all := sample.Charts()
	times := sample.RunTimes(2)
	times[0].Label = "a, \"b\" <c>\n</script>"
	names, all = append(names, "hostile"), append(all, charts.RunTimes(times))
	for i, c := range all {
		found := regexp.MustCompile(`(?s)class="formicary-csv">(.*?)</script>`).FindStringSubmatch(page.Chart(c))
		if found == nil {
			t.Fatalf("%s: no numbers in the markup", names[i])
		}
		var got string
		if err := json.Unmarshal([]byte(found[1]), &got); err != nil {
			t.Fatalf("%s: %v", names[i], err)
		}
		if got != c.CSV() || strings.Count(got, "\n") < 2 {
			t.Errorf("%s: the numbers are %q, want %q", names[i], got, c.CSV())
		}
	}
}

func TestLive(t *testing.T) {
	c := charts.RunTimes(sample.RunTimes(1))
	got := page.Live(c, "mine", 7)
	alltest.Check(t, strings.Contains(got, `id="mine"`) && strings.Contains(got, `data-updates="7"`),
		"the markup lacks its id or the number of updates")
}

func TestLibrary(t *testing.T) {
	const text = `!function(){window.echarts={init:function(){return "ü"}}}()`
	got := page.Library(text)
	packed := regexp.MustCompile(`class="formicary-echarts">([^<]*)<`).FindStringSubmatch(got)
	alltest.Require(t, packed != nil, "no library in the markup")
	raw, err := base64.StdEncoding.DecodeString(packed[1])
	alltest.OK(t, err)
	r := alltest.Must(gzip.NewReader(bytes.NewReader(raw)))(t)
	back, err := io.ReadAll(r)
	alltest.Check(t, err == nil && string(back) == text, "unpacked %q, %v", back, err)
	for _, gap := range []string{"/*THEMES*/", "/*NARROW*/"} {
		alltest.Check(t, !strings.Contains(got, gap), "%s was not filled in", gap)
	}
	// It names no address but that of SVG and, as an example to type, one of a puzzle.
	if address := regexp.MustCompile(`https?://\S+`).FindString(strings.NewReplacer("http://www.w3.org/2000/svg", "", "https://puzz.link/p?nurikabe/…", "").Replace(got)); address != "" {
		t.Errorf("the library names the address %s", address)
	}
	alltest.Equal(t, got, page.Library(text), "the markup of the library changes")
}

func TestOnce(t *testing.T) {
	library := page.Library("var a;")
	for _, c := range []struct{ in, want string }{
		{"", ""},
		{"nothing", "nothing"},
		{"a" + library + "b", "a" + library + "b"},
		{"a" + library + "b" + library + library + "c", "a" + library + "bc"},
		{"a" + page.Script() + "b" + page.Script() + "c", "a" + page.Script() + "bc"},
		{"a" + page.Script() + "b" + library + "c", "ab" + library + "c"},
	} {
		got := string(page.Once([]byte(c.in)))
		alltest.Check(t, got == c.want, "of %d bytes %d are left, want %d", len(c.in), len(got), len(c.want))
	}
}

func Example() {
	c := charts.RunTimes(sample.RunTimes(1))
	document := page.Chart(c) + page.Chart(c) + page.Library("the text of echarts.min.js") + page.Library("again")
	document = string(page.Once([]byte(document)))
	fmt.Println(strings.Count(document, `class="formicary-chart"`), strings.Count(document, `class="formicary-library"`))
	// Output: 2 1
}
