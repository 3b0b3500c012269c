package campaign

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"formicary/pkg/assets"
)

// A part that is worked on has a claim: a file beside the lists, with the name of the
// worker's host, which the worker holds a lock of. The system gives the lock up with
// the process. A part that has all its records has no claim any more; so a claim
// without a lock is of a part that a worker has left. Claims decide who makes runs, and
// no result: where the file system has no locks nobody takes what others left.
type claim struct {
	file *os.File
	host []byte
	stop chan struct{}
	beat sync.WaitGroup
}

const (
	// late is how long a part without a worker waits for the one that it was given to.
	late = 10 * time.Second
	// Locks of some file systems do not reach other hosts. So a worker writes its claim
	// again in every beat, and a claim of another host is left after so much silence.
	beats  = 10 * time.Second
	silent = 90 * time.Second
	// looks is how often a worker that stays looks at the claims of others.
	looks = 200 * time.Millisecond
)

// claims is the start of the names of a list's claims.
func claims(list *List) string {
	if list == nil {
		return "all"
	}
	h := sha256.New()
	_ = list.Write(h) // a sum takes everything
	return fmt.Sprintf("%x", h.Sum(nil)[:4])
}

func (f *Folder) claimPath(s Shard, list *List) string {
	return filepath.Join(f.Dir, ListsFolder, fmt.Sprintf("%s-%d-%d.claim", claims(list), s.Of, s.Index))
}

// claimed are the other parts that have a claim, those behind the worker's own first.
func (f *Folder) claimed(w Worker) (parts []Worker) {
	files, _ := os.ReadDir(filepath.Join(f.Dir, ListsFolder)) // without it there are none
	start := fmt.Sprintf("%s-%d-", claims(w.List), w.Of)
	for _, file := range files {
		if name, ok := strings.CutPrefix(file.Name(), start); ok {
			other := w
			if _, err := fmt.Sscanf(name, "%d.claim", &other.Index); err == nil && other.Valid() && other.Index != w.Index {
				parts = append(parts, other)
			}
		}
	}
	behind := func(p Worker) int { return (p.Index - w.Index + w.Of) % w.Of }
	slices.SortFunc(parts, func(a, b Worker) int { return cmp.Compare(behind(a), behind(b)) })
	return parts
}

// announce makes the claims of all parts, which wait for their workers.
func (f *Folder) announce(of int, list *List) {
	_ = os.MkdirAll(filepath.Join(f.Dir, ListsFolder), 0o777) // else there are no claims
	for i := range of {
		if file, err := os.OpenFile(f.claimPath(Shard{i, of}, list), os.O_WRONLY|os.O_CREATE, 0o666); err == nil {
			file.Close()
		}
	}
}

// claim takes a part: the worker's own, or one that another has left. It is nil where
// the part is not to be had, and held says that somebody else has it or will come.
func (f *Folder) claim(s Shard, list *List, own bool) (c *claim, held bool) {
	path, flag := f.claimPath(s, list), os.O_RDWR
	if own {
		flag |= os.O_CREATE
		_ = os.MkdirAll(filepath.Dir(path), 0o777) // else there is no file
	}
	file, err := os.OpenFile(path, flag, 0o666)
	if err != nil {
		return nil, false
	}
	defer func() {
		if c == nil {
			file.Close()
		}
	}()
	host, err := io.ReadAll(file)
	info, errStat := file.Stat()
	if errors.Join(err, errStat) != nil {
		return nil, false
	}
	name, _ := os.Hostname()
	here, age := []byte(cmp.Or(name, "?")), time.Since(info.ModTime())
	if !own && (len(host) == 0 && age < late || len(host) > 0 && !bytes.Equal(host, here) && age < silent) {
		return nil, true
	}
	if ok, err := assets.TryLock(file); !ok || err != nil {
		if own && err != nil { // there are no locks
			os.Remove(path)
		}
		return nil, err == nil
	}
	if now, err := os.Stat(path); err != nil || !os.SameFile(now, info) { // it was completed meanwhile
		return nil, false
	}
	c = &claim{file: file, host: here, stop: make(chan struct{})}
	_ = file.Truncate(0)
	c.write()
	c.beat.Go(func() {
		clock := time.NewTicker(beats)
		defer clock.Stop()
		for {
			select {
			case <-clock.C:
				c.write()
			case <-c.stop:
				return
			}
		}
	})
	return c, true
}

func (c *claim) write() { _, _ = c.file.WriteAt(c.host, 0) } // on a full disk the journal says so

// release gives a part up; one that is complete has no claim any more.
func (c *claim) release(complete bool) {
	if c == nil {
		return
	}
	close(c.stop)
	c.beat.Wait()
	removed := !complete || os.Remove(c.file.Name()) == nil
	c.file.Close()
	if !removed { // some systems keep files that are open
		os.Remove(c.file.Name())
	}
}

// pause waits until it is time to look at the claims again, and says whether there is time.
func (w Worker) pause(ctx context.Context) bool {
	if !w.Until.IsZero() && time.Now().After(w.Until) {
		return false
	}
	select {
	case <-ctx.Done():
		return false
	case <-time.After(looks):
		return true
	}
}
