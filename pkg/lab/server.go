package lab

import (
	"bufio"
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// ServeOptions says how JupyterLab is started. The zero options listen on the
// loopback at the first free port from 8888 on, serve the module's notebooks,
// start at their index and open no browser.
type ServeOptions struct {
	// Listen is the IP address to listen on; empty means 127.0.0.1. Whoever
	// reaches another address and has the token can run any program as the
	// user, so anything but the loopback is for containers, whose network
	// ends where somebody publishes a port.
	Listen string
	// Port is the TCP port; zero means the first free one from 8888 on.
	Port int
	// Folder is the folder that JupyterLab shows; empty means notebooks/. Where it
	// has an index.ipynb, that is what opens first.
	Folder string
	// Browser opens the user's browser.
	Browser bool
}

// Index is the notebook that JupyterLab opens first, where its folder has one.
const Index = "index.ipynb"

// Server is a running JupyterLab.
type Server struct {
	// URL is the address to open, with the token.
	URL string

	free func() // removes the session folder
	done chan struct{}
	err  error
}

// Serve starts JupyterLab, on the loopback unless the options name another address, with a
// new random token, and returns when it answers. It stops when the context ends.
//
// Jupyter looks for a free port first and takes it later: where another server
// was quicker, Serve tries again, unless the port was asked for.
func (e *Env) Serve(ctx context.Context, o ServeOptions) (*Server, error) {
	for left := serveTries - 1; ; left-- {
		s, err := e.serve(ctx, o)
		if err == nil || left == 0 || o.Port != 0 || ctx.Err() != nil || !strings.Contains(err.Error(), portTaken) {
			return s, err
		}
	}
}

// serveTries is how often a server is started, portTaken what Jupyter says
// where it has lost its port.
const (
	serveTries = 5
	portTaken  = "is already in use"
)

// serve is one try of Serve.
func (e *Env) serve(ctx context.Context, o ServeOptions) (*Server, error) {
	folder := o.Folder
	folder = cmp.Or(folder, filepath.Join(e.Root, "notebooks"))
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return nil, fmt.Errorf("no folder %s for JupyterLab to open", folder)
	}
	folder, err := filepath.Abs(folder)
	if err != nil {
		return nil, err
	}
	address := cmp.Or(o.Listen, "127.0.0.1")
	if net.ParseIP(address) == nil {
		return nil, fmt.Errorf("%q is not an IP address to listen on", address)
	}
	port, retries := o.Port, 0
	if port == 0 {
		port, retries = 8888, 100
	} else if listener, err := net.Listen("tcp", net.JoinHostPort(address, strconv.Itoa(port))); err != nil {
		return nil, fmt.Errorf("port %d is not free: %w", port, err)
	} else if err := listener.Close(); err != nil {
		return nil, err
	}
	session, free, err := newSession()
	if err != nil {
		return nil, err
	}
	log, err := os.Create(filepath.Join(session, "jupyter.log"))
	if err != nil {
		free()
		return nil, err
	}
	s, page := &Server{free: free, done: make(chan struct{})}, "lab"
	if _, err := os.Stat(filepath.Join(folder, Index)); err == nil {
		page = "lab/tree/" + Index
	}
	static := filepath.Join(session, "static")
	if err := os.Mkdir(static, 0o700); err != nil {
		return nil, errors.Join(err, log.Close())
	}
	ctx, cancel := context.WithCancel(ctx)
	options := append(serverOptions(address, folder, page, port, retries, o.Browser), "--ServerApp.extra_static_paths="+static)
	cmd := e.jupyter(ctx, session, []string{"FORMICARY_COMPLETION=1"}, 15*time.Second, append([]string{"serve", "--"}, options...)...)
	// The token goes through a pipe: other users can read arguments, and kernels
	// inherit the environment.
	cmd.Stdin = strings.NewReader(rand.Text())
	cmd.Stderr = log
	said, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		cancel()
		free()
		return nil, errors.Join(err, log.Close())
	}
	serving := make(chan event, 1)
	go func() {
		defer cancel()
		readEvents(bufio.NewScanner(said), func(e event) {
			if e.Event == "serving" {
				serving <- e
			}
		})
		s.wait(ctx, cmd, log)
	}()
	select {
	case e := <-serving:
		if net.ParseIP(address).IsUnspecified() {
			// Jupyter names the host, which in a container nobody else knows.
			e.URL = fmt.Sprintf("http://127.0.0.1:%d/", e.Port)
		}
		s.URL = e.URL + page + "?token=" + e.Token
	case <-time.After(2 * time.Minute):
		err = errors.New("JupyterLab does not listen after two minutes")
	case <-s.done:
		err = cmp.Or(s.err, context.Canceled)
	}
	if err != nil {
		cancel()
		<-s.done
		return nil, err
	}
	// After the start, which it would slow down; the log may be closed by then.
	go func() {
		if err := e.serveProgram(ctx, static); err != nil {
			fmt.Fprintf(log, "the program of pages: %v\n", err)
		}
	}()
	return s, nil
}

// serverOptions are JupyterLab's: one address, one kernel, nothing asked of
// the network.
func serverOptions(address, folder, page string, port, retries int, browser bool) []string {
	options := []string{
		"--ServerApp.ip=" + address,
		"--ServerApp.port=" + strconv.Itoa(port),
		"--ServerApp.port_retries=" + strconv.Itoa(retries),
		"--ServerApp.root_dir=" + folder,
		"--ServerApp.open_browser=" + strconv.FormatBool(browser),
		"--ServerApp.allow_root=True",
		"--ServerApp.terminals_enabled=True",
		"--KernelSpecManager.ensure_native_kernel=False",
		"--KernelSpecManager.allowed_kernelspecs=" + KernelName,
		"--MultiKernelManager.default_kernel_name=" + KernelName,
		"--LabApp.default_url=/" + page,
		"--LabApp.news_url=None",
		"--LabApp.check_for_updates_class=jupyterlab.handlers.announcements.NeverCheckForUpdate",
		"--LabApp.extension_manager=readonly",
		"--LanguageServerManager.autodetect=False",
	}
	for _, message := range untracked {
		options = append(options, "--MappingKernelManager.untracked_message_types="+message)
	}
	return options
}

// untracked are the messages after which JupyterLab does not ask how a kernel
// is doing: its own list without kernel_info_request, which is the only one
// that gonb answers with its state before the first cell is run. With that on
// the list a kernel would be "Unknown" until then.
var untracked = []string{
	"comm_info_request", "comm_info_reply", "shutdown_request", "shutdown_reply",
	"interrupt_request", "interrupt_reply", "debug_request", "debug_reply", "stream",
	"display_data", "update_display_data", "execute_input", "execute_result", "error", "status", "clear_output",
	"debug_event", "input_request", "input_reply",
}

// wait collects the process and cleans up after it.
func (s *Server) wait(ctx context.Context, cmd *exec.Cmd, log *os.File) {
	err := cmd.Wait()
	if ctx.Err() == nil {
		text, _ := os.ReadFile(log.Name())
		s.err = fmt.Errorf("JupyterLab ended unexpectedly: %w\n%s", cmp.Or(err, errors.New("no error")), tail(string(text)))
	}
	_ = log.Close()
	s.free()
	close(s.done)
}

// Wait returns when the server and its kernels have ended: nil after the end of
// the context, otherwise the reason.
func (s *Server) Wait() error {
	<-s.done
	return s.err
}
