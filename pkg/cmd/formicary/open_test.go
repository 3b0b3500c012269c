package main

import (
	"context"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/experiment/bundle"
)

// TestOpenServes: a bundle's page is served under a policy, at its address alone, as
// long as the command runs.
func TestOpenServes(t *testing.T) {
	path, _ := smallBundle(t)
	t.Setenv("PATH", "") // no browser
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	out, in := io.Pipe()
	go func() {
		run(ctx, []string{"bundle", "open", "--out", filepath.Join(t.TempDir(), "opened"), path}, strings.NewReader(""), in, io.Discard)
		_ = in.Close()
	}()
	text, address := "", ""
	for line := make([]byte, 1000); address == ""; {
		n := alltest.Must(out.Read(line))(t)
		text += string(line[:n])
		if _, rest, ok := strings.Cut(text, "The page is open at "); ok {
			address, _, _ = strings.Cut(rest, " until you press Ctrl-C.\n")
		}
	}
	get := func(address, host string) (*http.Response, string) {
		t.Helper()
		request := alltest.Must(http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil))(t)
		request.Host = host
		answer := alltest.Must(http.DefaultClient.Do(request))(t)
		defer answer.Body.Close()
		body := alltest.Must(io.ReadAll(answer.Body))(t)
		return answer, string(body)
	}
	answer, body := get(address, "")
	policy := answer.Header.Get("Content-Security-Policy")
	if answer.StatusCode != http.StatusOK || body != "<p>page</p>" || !strings.HasPrefix(policy, "default-src 'none'; script-src 'sha256-") || !strings.Contains(policy, "; sandbox allow-scripts ") {
		t.Errorf("%s: %d, %q under %q", address, answer.StatusCode, body, policy)
	}
	site, page, _ := strings.Cut(strings.TrimPrefix(address, "http://"), "/")
	host, _, err := net.SplitHostPort(site)
	alltest.Check(t, err == nil && host == "127.0.0.1", "it is served at %s", site)
	token, name, _ := strings.Cut(page, "/")
	for _, other := range []string{name, strings.Repeat("A", len(token)) + "/" + name, token + "/" + bundle.SumsFile, token + "/pages/../" + bundle.SumsFile} {
		answer, _ := get("http://"+site+"/"+other, "")
		alltest.Check(t, answer.StatusCode == http.StatusNotFound, "%s: %d", other, answer.StatusCode)
	}
	if answer, _ := get(address, "elsewhere.example:80"); answer.StatusCode != http.StatusNotFound {
		t.Errorf("under another name: %d", answer.StatusCode)
	}
	stop()
	if rest, err := io.ReadAll(out); err != nil || string(rest) != "The page is closed.\n" {
		t.Errorf("at the end it says %q, %v", rest, err)
	}
}

// TestReplaceable: a folder is replaced where it has nothing but a bundle and what --run
// writes, however much it looks like one.
func TestReplaceable(t *testing.T) {
	sums := bundle.SumsFile + ":0  a/b\n0  c\n"
	for _, tt := range []struct {
		name  string
		files []string // with their text behind a colon
		other string   // the file that is not of a bundle
	}{
		{"nothing", nil, ""},
		{"a bundle", []string{sums, "a/b", "c"}, ""},
		{"what is left of one", []string{sums}, ""},
		{"with pages and journals", []string{sums, "a/b", "c", "run/a.html", "journals/x/journal.jsonl"}, ""},
		{"other files", []string{"x"}, "x"},
		{"pages of somebody", []string{"run/a.html", "x"}, "x"},
		{"sums of something else", []string{bundle.SumsFile + ":0 *x\n", "x"}, "x"},
		{"something beside it", []string{sums, "a/b", "c", "x"}, "x"},
	} {
		dir := t.TempDir()
		for _, file := range tt.files {
			name, text, _ := strings.Cut(file, ":")
			path := filepath.Join(dir, name)
			alltest.OK(t, os.MkdirAll(filepath.Dir(path), 0o777))
			alltest.OK(t, os.WriteFile(path, []byte(text), 0o666))
		}
		err := replaceable(dir)
		if tt.other == "" && err != nil || tt.other != "" && (err == nil || !strings.Contains(err.Error(), "has other files, such as "+tt.other+":")) {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
	err := replaceable(filepath.Join(t.TempDir(), "none"))
	alltest.Check(t, err == nil, "%v", err)
	file := filepath.Join(t.TempDir(), "file")
	alltest.OK(t, os.WriteFile(file, nil, 0o666))
	alltest.Check(t, replaceable(file) != nil, "a file may be replaced")
}
