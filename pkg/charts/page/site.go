package page

import (
	"bytes"
	"crypto/sha256"
	_ "embed" // site.js
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Site is what the pages of a site have in common, in files beside them: the page's program, ECharts, the lab's program
// and the style sheets. They are classic scripts, so that pages also open from disk. A page runs one script of its own
// (site.js), which names these files with their hashes; by its policy only what that script loads runs besides.
//
// Its limits: a page that is taken from its site has no charts and no programs, and says so. A page to be sent
// is one of [Protect].
type Site struct {
	loader string
	sheet  string // the address of the lab's own style sheet

	mu    sync.Mutex
	files map[string][]byte
}

//go:embed site.js
var loaderText string

// NewSite is the site of pages with ECharts, by the text of echarts.min.js, and the lab's program, by the markup of
// [Program].
func NewSite(echarts, carried string) *Site {
	s := &Site{files: map[string][]byte{}}
	markup, err := json.Marshal(carried)
	if err != nil {
		panic("page: " + err.Error()) // a string
	}
	type file struct {
		Name      string `json:"name"`
		Integrity string `json:"integrity"`
	}
	names := map[string]file{}
	for name, text := range map[string]string{
		"page": program(), "echarts": libraryHead + echarts + libraryTail, "program": "window.formicary.carry(" + string(markup) + ");\n",
	} {
		sum := sha256.Sum256([]byte(text))
		names[name] = file{s.add(name, ".js", text), "sha256-" + base64.StdEncoding.EncodeToString(sum[:])}
	}
	table, err := json.Marshal(names)
	if err != nil {
		panic("page: " + err.Error()) // strings
	}
	s.loader = strings.Replace(loaderText, "/*FILES*/{}", string(table), 1)
	s.sheet = s.add("page", ".css", style+marksStyle)
	return s
}

// add adds a file, named after what it is and what it holds.
func (s *Site) add(name, end, text string) string {
	file := fmt.Sprintf("%s%s-%.12x%s", sitePrefix, name, sha256.Sum256([]byte(text)), end)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.files[file] = []byte(text)
	return file
}

// sitePrefix begins the names of a site's files.
const sitePrefix = "formicary-"

// SiteFile matches the names of the files that pages of a site share.
var SiteFile = regexp.MustCompile(`\b` + sitePrefix + `[a-z]+-[0-9a-f]{24}\.(?:js|css)\b`)

// Files are the files of all pages so far, by name.
func (s *Site) Files() map[string][]byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.files)
}

// sheets matches a style sheet, with its attributes.
var sheets = regexp.MustCompile(`(?s)<style\b([^>]*)>(.*?)</style>`)

// media matches the attribute of a style sheet that says for whom it is.
var media = regexp.MustCompile(`\bmedia="([^"]*)"`)

// Page makes a finished document, without the lab's program, a page of the site: its style sheets, libraries and
// scripts of this package are those of the site, and it has a policy that leaves nothing else to run but the scripts
// given. Pictures may be beside it. The error is that of [Protect].
func (s *Site) Page(document []byte, scripts ...string) ([]byte, error) {
	at, end := head.FindIndex(document), bytes.Index(document, []byte("</head>"))
	if at == nil || end < 0 {
		return nil, errHead
	}
	var styles strings.Builder
	top := sheets.ReplaceAllFunc(document[at[1]:end], func(found []byte) []byte {
		m := sheets.FindSubmatch(found)
		if where := media.FindSubmatch(m[1]); where != nil {
			fmt.Fprintf(&styles, "@media %s {\n%s\n}\n", where[1], m[2])
		} else {
			fmt.Fprintf(&styles, "%s\n", m[2])
		}
		return nil
	})
	link := func(file string) string { return `<link rel="stylesheet" href="./` + file + `">` + "\n" }
	links := link(s.sheet)
	if styles.Len() > 0 {
		links = link(s.add("style", ".css", styles.String())) + links
	}
	meta := policyMeta("default-src 'none'; script-src" + hashesOf(append([]string{s.loader, hand}, scripts...)) +
		" 'strict-dynamic' 'wasm-unsafe-eval'; worker-src blob:; style-src 'unsafe-inline' 'self'; font-src data:; img-src data: 'self'; base-uri 'none'; form-action 'none'")
	body := document[end:]
	first := true
	for _, one := range []*regexp.Regexp{library, script} {
		body = one.ReplaceAllFunc(body, func([]byte) []byte {
			if !first {
				return nil
			}
			first = false
			return []byte(dressStart + "</div><script>" + s.loader + "</script>")
		})
	}
	return packTexts(slices.Concat(document[:at[1]], []byte(meta), top, []byte(links), body)), nil
}
