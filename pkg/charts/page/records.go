package page

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
)

// Records is the markup of packed records (package columns), which draws nothing
// itself, and its id, by which columns.js reads it: the same records have the same
// id.
func Records(packed []byte) (text, id string) {
	sum := sha256.Sum256(packed)
	id = fmt.Sprintf("formicary-records-%x", sum[:8])
	return `<script type="text/plain" class="formicary-records" id="` + id + `">` + base64.StdEncoding.EncodeToString(packed) + "</script>", id
}
