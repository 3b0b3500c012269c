package page

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
)

// In a finished document the texts of charts and facts, which are the most of it and say much again, are compressed
// together. page.js puts each into its place when an output hands over the element that it is in.

var (
	// packable matches a text for scripts, with its attributes.
	packable = regexp.MustCompile(`<script ([^>]*\bclass="formicary-(?:option|csv|facts|explored-facts|play-data|drawings)"[^>]*)>([^<]*)</script>`)
	// emptied matches one whose text is packed.
	emptied     = regexp.MustCompile(`<script ([^>]*) data-packed="(\d+)"></script>`)
	packedTexts = regexp.MustCompile(`<script type="text/plain" class="formicary-packed">([A-Za-z0-9+/=]*)</script>`)
)

// Drawings is the markup of drawings (SVG) that are shown in a page of the gallery, each where an element says its place in the list.
func Drawings(all []string) string {
	text, err := json.Marshal(all)
	if err != nil {
		panic("page: " + err.Error()) // strings
	}
	return `<div class="formicary-boards" hidden=""><script type="application/json" class="formicary-drawings">` + string(text) + "</script></div>" + handed
}

// leastPacked is from how many bytes on a text is packed.
const leastPacked = 500

// packTexts compresses the texts of a document, which has a program.
func packTexts(document []byte) []byte {
	at := bytes.Index(document, []byte(dressStart))
	if at < 0 || packedTexts.Match(document) {
		return document
	}
	at += len(dressStart)
	var texts []string
	empty := func(part []byte) []byte {
		return packable.ReplaceAllFunc(part, func(found []byte) []byte {
			m := packable.FindSubmatch(found)
			if len(m[2]) < leastPacked {
				return found
			}
			texts = append(texts, string(m[2]))
			return fmt.Appendf(nil, `<script %s data-packed="%d"></script>`, m[1], len(texts)-1)
		})
	}
	before, after := empty(document[:at]), empty(document[at:])
	if texts == nil {
		return document
	}
	text, err := json.Marshal(texts)
	if err != nil {
		panic("page: " + err.Error()) // strings
	}
	block := `<script type="text/plain" class="formicary-packed">` + base64.StdEncoding.EncodeToString(squeeze(text)) + "</script>"
	return bytes.Join([][]byte{before, []byte(block), after}, nil)
}

// mostUnpacked is up to how many bytes texts are unpacked: a document of somebody else may ask for any number.
const mostUnpacked = 256 << 20

// unpackTexts is a document with its packed texts in their places; what cannot be unpacked stays away.
func unpackTexts(document string) string {
	m := packedTexts.FindStringSubmatch(document)
	if m == nil {
		return document
	}
	r, err := gzip.NewReader(base64.NewDecoder(base64.StdEncoding, strings.NewReader(m[1])))
	if err != nil {
		return document
	}
	var texts []string
	if json.NewDecoder(io.LimitReader(r, mostUnpacked)).Decode(&texts) != nil {
		return document
	}
	return emptied.ReplaceAllStringFunc(document, func(found string) string {
		m := emptied.FindStringSubmatch(found)
		if i, err := strconv.Atoi(m[2]); err == nil && i < len(texts) {
			return "<script " + m[1] + ">" + texts[i] + "</script>"
		}
		return found
	})
}
