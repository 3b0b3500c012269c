package page

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"regexp"
)

// hand is the script below every chart, film, panel and program. It hands the element before it to the page's
// program, now or when that comes. Nothing else is taken up: whoever can only write markup (the Markdown and the saved
// outputs of a notebook that is not trusted) has no script.
const hand = `(function(w,s){if(!Object.hasOwn(w,"formicaryGiven"))w.formicaryGiven=[];w.formicaryGiven.push(s);if(Object.hasOwn(w,"formicary"))w.formicary.scan()})(window,document.currentScript)`

// handed is the script as markup.
const handed = "<script>" + hand + "</script>"

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
		return nil, errors.New("page: the document has no head that begins with its character set")
	}
	policy := "default-src 'none'; script-src"
	for _, s := range append([]string{program(), hand, libraryHead + echarts + libraryTail}, scripts...) {
		sum := sha256.Sum256([]byte(s))
		policy += " 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	// Go code runs as WebAssembly in a worker made of the page's own text.
	policy += " 'wasm-unsafe-eval'; worker-src blob:; style-src 'unsafe-inline'; font-src data:; img-src data:; base-uri 'none'; form-action 'none'"
	meta := "\n" + `<meta http-equiv="Content-Security-Policy" content="` + policy + `">`
	return bytes.Join([][]byte{document[:at[1]], []byte(meta), document[at[1]:]}, nil), nil
}
