#!/bin/sh
# Starts the Go kernel of a notebook, with the formicary module that the
# notebook lies in ready to import. Usage: kernel.sh CONNECTION_FILE
set -eu
here=$(cd "$(dirname "$0")" && pwd)

# The module is looked for upwards from the notebook's folder, where kernels
# are started; a notebook that lies elsewhere uses the module in FORMICARY_ROOT.
root=
dir=$PWD
while :; do
	if [ -f "$dir/go.mod" ] && grep -q '^module formicary *$' "$dir/go.mod"; then
		root=$dir
		break
	fi
	[ "$dir" = / ] && break
	dir=$(dirname "$dir")
done
root=${root:-${FORMICARY_ROOT:-}}
if [ -z "$root" ]; then
	echo "formicary: no module above $PWD and FORMICARY_ROOT is not set" >&2
	exit 1
fi
FORMICARY_ROOT=$root
export FORMICARY_ROOT

# Without a proxy no cell can take another version of a module than go.mod
# names; without symbols and debug information links are a third faster, and
# panics still name their lines.
PATH=$here/bin:$PATH
GOPROXY=off
GOFLAGS=-ldflags=-s
export PATH GOPROXY GOFLAGS
unset GOWORK

set -- --kernel "$1" "-go_work=$root"
if [ -n "${FORMICARY_PLAIN_ERRORS:-}" ]; then
	set -- "$@" -raw_error
fi

# What lets somebody into the Jupyter server is no business of cells.
unset JUPYTER_TOKEN JUPYTER_TOKEN_FILE JUPYTERHUB_API_TOKEN JPY_API_TOKEN JPY_COOKIE_SECRET CONFIGPROXY_AUTH_TOKEN

# The leash ends all of the kernel's processes when one that they need is gone.
set -- "$here/bin/leash" "$PPID" "$here/bin/gonb" "$@"
if [ -n "${FORMICARY_KERNEL_LOG:-}" ]; then
	exec "$@" 2>>"$FORMICARY_KERNEL_LOG"
fi
exec "$@"
