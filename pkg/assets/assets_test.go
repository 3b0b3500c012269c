package assets_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"formicary/pkg/alltest"
	"formicary/pkg/assets"
)

func TestHome(t *testing.T) {
	dir := t.TempDir()
	t.Setenv(assets.HomeEnv, dir)
	alltest.Equal(t, alltest.Must(assets.Home())(t), dir, "Home()")
	t.Chdir(dir)
	t.Setenv(assets.HomeEnv, "sub")
	home, err := assets.Home()
	alltest.Check(t, err == nil && filepath.IsAbs(home) && filepath.Base(home) == "sub", "Home() of a relative path = %q, %v; want an absolute one", home, err)
	t.Setenv(assets.HomeEnv, "")
	t.Setenv("XDG_CACHE_HOME", dir)
	t.Setenv("HOME", dir)
	if home, err := assets.Home(); err != nil || filepath.Base(home) != "formicary" || !strings.HasPrefix(home, dir) {
		t.Errorf("Home() = %q, %v; want formicary in the user's cache folder", home, err)
	}
}

func TestEcharts(t *testing.T) {
	dir := t.TempDir()
	t.Setenv(assets.HomeEnv, dir)
	t.Setenv(assets.EchartsEnv, "")
	_, err := assets.Echarts()
	alltest.Check(t, errors.Is(err, fs.ErrNotExist) && strings.Contains(err.Error(), "formicary"), "Echarts() of an empty cache: %v; want one that says what to run", err)
	path := alltest.Must(assets.EchartsPath())(t)
	alltest.OK(t, os.MkdirAll(filepath.Dir(path), 0o755))
	alltest.OK(t, os.WriteFile(path, []byte("cached"), 0o644))
	alltest.Equal(t, alltest.Must(assets.Echarts())(t), "cached", "Echarts(); want the cached text")
	named := filepath.Join(dir, "named.js")
	alltest.OK(t, os.WriteFile(named, []byte("named"), 0o644))
	t.Setenv(assets.EchartsEnv, named)
	alltest.Equal(t, alltest.Must(assets.Echarts())(t), "named", "Echarts(); want the text of the named file")
}

func TestFull(t *testing.T) {
	for value, want := range map[string]bool{"": false, assets.ModeQuick: false, assets.ModeFull: true, "FULL": false} {
		t.Setenv(assets.ModeEnv, value)
		alltest.Equal(t, assets.Full(), want, "Full() with %q", value)
	}
}
