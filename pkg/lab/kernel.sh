#!/bin/sh
# Starts the Go kernel of a notebook, with the formicary module that the
# notebook lies in ready to import. Usage: kernel.sh CONNECTION_FILE
set -eu
here=$(cd "$(dirname "$0")" && pwd)

# The module is looked for upwards from the notebook's folder, where kernels are
# started: it lies there, or a go.mod there replaces it by a folder, and then that
# go.mod's own packages and dependencies can be imported, too. A notebook that lies
# elsewhere uses the module in FORMICARY_ROOT.
root='' own=''
dir=$PWD
while :; do
	if [ -f "$dir/go.mod" ]; then
		if grep -q '^module formicary *$' "$dir/go.mod"; then
			root=$dir
			break
		fi
		replaced=$(sed -n 's/^[[:space:]]*\(replace[[:space:]]*\)\{0,1\}formicary\([[:space:]]*v[^[:space:]]*\)\{0,1\}[[:space:]]*=>[[:space:]]*//p' "$dir/go.mod" |
			sed -n -e 's/^"\([^"]*\)".*/\1/p' -e 't' -e 's/^\([^"[:space:]]*\).*/\1/p' | head -n 1)
		case $replaced in
		/*) root=$replaced own=$dir ;;
		. | .. | ./* | ../*) root=$dir/$replaced own=$dir ;;
		esac
		[ -z "$root" ] || break
	fi
	[ "$dir" = / ] && break
	dir=$(dirname "$dir")
done
root=${root:-${FORMICARY_ROOT:-}}
if [ -d "$root" ]; then root=$(cd "$root" && pwd); fi

# Without a proxy no cell can take another version of a module than go.mod
# names; without symbols and debug information links are a third faster, and
# panics still name their lines.
PATH=${FORMICARY_GO:+$FORMICARY_GO/bin:}$PATH
# A go command of the kernel's own stands before Go's (see pkg/lab/internal/go); in a
# cell of another kernel that one's is found, which has named Go's.
go=$(command -v go || true)
[ -n "$go" ] && [ -e "${go%/*}/kernelproxy" ] || FORMICARY_GO_PROGRAM=$go
PATH=$here/bin:$PATH
GOPROXY=off
GOFLAGS=-ldflags=-s
GOTOOLCHAIN=local
export PATH FORMICARY_GO_PROGRAM GOPROXY GOFLAGS GOTOOLCHAIN
unset GOWORK

# Where something is missing a stand-in for go has every cell say what.
again="run \`formicary lab kernel install\` or \`formicary lab doctor --prepare\` in a clone of Formicary"
why=''
if [ -z "$root" ]; then
	why="no formicary module in $PWD or above, and FORMICARY_ROOT is not set: $again"
elif [ ! -f "$root/go.mod" ]; then
	why="no formicary module in $root: $again"
elif [ -z "${FORMICARY_GO_PROGRAM:-}" ]; then
	why="no go command in ${FORMICARY_GO:+$FORMICARY_GO/bin or }the folders of PATH: install Go, then $again"
else
	for module in "$root" ${own:+"$own"}; do
		said=$(cd "$module" && GOWORK=off go list -m 2>&1) || why="Go cannot use the module in $module: $said"
	done
fi
FORMICARY_ROOT=$root
export FORMICARY_ROOT
set -- --kernel "$1" -raw_error
if [ -n "$why" ]; then
	FORMICARY_WHY="The kernel cannot run Go: $why. Then restart the kernel."
	PATH=$here/standin:$PATH
	export FORMICARY_WHY PATH
	echo "$FORMICARY_WHY" >&2
else
	set -- "$@" "-go_work=$root${own:+,$own}"
fi

# What lets somebody into the Jupyter server is no business of cells.
unset JUPYTER_TOKEN JUPYTER_TOKEN_FILE JUPYTERHUB_API_TOKEN JPY_API_TOKEN JPY_COOKIE_SECRET CONFIGPROXY_AUTH_TOKEN

# The proxy ends all of the kernel's processes when one that they need is gone.
# Without a file for its log gonb tells only why it ends.
if [ -n "${FORMICARY_KERNEL_LOG:-}" ]; then
	exec "$here/bin/kernelproxy" "$PPID" "$here/bin/gonb" "$@" 2>>"$FORMICARY_KERNEL_LOG"
fi
exec "$here/bin/kernelproxy" "$PPID" "$here/bin/gonb" "$@" -logtostderr=false -stderrthreshold=FATAL -log_file=/dev/null
