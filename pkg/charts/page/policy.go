package page

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"regexp"
	"slices"
)

// hand is the script below every chart, film, panel and program. It hands the element before it to the page's
// program, now or when that comes, and says of which revision that is. Nothing else is taken up: whoever can only write
// markup (the Markdown and the saved outputs of a notebook that is not trusted) has no script.
var hand = `(function(w,s,r){s.formicary=r;if(!Object.hasOwn(w,"formicaryGiven"))w.formicaryGiven=[];w.formicaryGiven.push(s);` +
	`if(Object.hasOwn(w,"formicaries")&&Object.hasOwn(w.formicaries,r))w.formicaries[r].scan()})(window,document.currentScript,"` + revision + `")`

// handed is the script as markup.
var handed = "<script>" + hand + "</script>"

// Around the text of the library, so that no module loader of the page (RequireJS)
// takes it.
const libraryHead, libraryTail = "(function(define,exports,module){", "\n}).call(window);"

// head is where a policy goes: it holds for what comes after it.
var head = regexp.MustCompile(`<head>\s*<meta charset="utf-8"\s*/?>`)

// Protect gives a finished document a content security policy: it runs the scripts
// of this package and those given besides, known by their hashes, and no others, no
// attributes with code and no addresses with code; it fetches nothing, and shows
// the pictures that it carries. echarts is the text of echarts.min.js, which is not given leave to evaluate
// text as code, as no chart needs that. The error is that of a document whose head
// does not begin with the character set.
func Protect(document []byte, echarts string, scripts ...string) ([]byte, error) {
	at := head.FindIndex(document)
	if at == nil {
		return nil, errHead
	}
	// Go code runs as WebAssembly in a worker made of the page's own text.
	policy := policyOf(append([]string{libraryHead + echarts + libraryTail}, scripts...), "'wasm-unsafe-eval'; worker-src blob:")
	return packTexts(slices.Concat(document[:at[1]], []byte(policyMeta(policy)), document[at[1]:])), nil
}

var errHead = errors.New("page: the document has no head that begins with its character set")

// policyMeta is a policy as markup.
func policyMeta(policy string) string {
	return "\n" + `<meta http-equiv="Content-Security-Policy" content="` + policy + `">`
}

// hashesOf is leave for scripts, known by their hashes.
func hashesOf(scripts []string) string {
	leave := ""
	for _, s := range scripts {
		sum := sha256.Sum256([]byte(s))
		leave += " 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	return leave
}

// policyOf is a policy with leave for the scripts of this package and some others; more goes behind them.
func policyOf(scripts []string, more string) string {
	return "default-src 'none'; script-src" + hashesOf(append([]string{program(), hand}, scripts...)) + " " + more + "; style-src 'unsafe-inline'; font-src data:; img-src data:; base-uri 'none'; form-action 'none'"
}

// echartsHash is the hash of ECharts as the program of a page runs it.
const echartsHash = "'sha256-XbuaoDquNwTxHHqgDHkX0dX5jQdQ1WP1ZeDm2lPOSoI='"

var (
	carried = regexp.MustCompile(`<script type="text/plain" class="formicary-(?:echarts|packed)">[A-Za-z0-9+/=]*</script>`)
	// leads are elements by which a page without scripts asks for something from
	// elsewhere, or goes there. As end tags of unknown elements they are nothing.
	leads = regexp.MustCompile(`(?i)<(meta|link|base|i?frame|object|embed|form)`)
)

// Foreign makes a page of somebody else one that may be shown, where a server sends
// it as UTF-8 under the policy as its Content-Security-Policy. The page's library is
// replaced by this package's. That, the pinned ECharts and the scripts given run; no
// other script does, and no WebAssembly. The page asks for nothing from anywhere.
func Foreign(document []byte, scripts ...string) (safe []byte, policy string) {
	safe = leads.ReplaceAll(document, []byte("</x-$1"))
	with := func(found []byte) string { return dressed(string(bytes.Join(carried.FindAll(found, -1), nil))) }
	safe = script.ReplaceAllFunc(safe, func(found []byte) []byte { return []byte(scriptStart + with(found) + scriptEnd) })
	safe = library.ReplaceAllFunc(safe, func(found []byte) []byte { return []byte(libraryStart + with(found) + libraryEnd) })
	return safe, policyOf(scripts, echartsHash) + "; frame-ancestors 'none'; sandbox allow-scripts allow-downloads"
}
