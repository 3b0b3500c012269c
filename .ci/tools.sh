# The checks' own programs, pinned, from the Go module proxy; kept in the user's
# cache folder. To be sourced by bash.
export GOBIN="${XDG_CACHE_HOME:-$HOME/.cache}/formicary-ci/bin"
mkdir -p "$GOBIN"

# tool makes sure of a program of a version in GOBIN, or fails.
tool() {
  local name=${1##*/}
  if [ "$(go version -m "$GOBIN/$name" 2>/dev/null | sed -n 's/^\tmod\t[^\t]*\t\([^\t]*\).*/\1/p')" = "$2" ]; then return; fi
  local attempt said
  for attempt in 1 2 3; do
    if said=$(GOFLAGS= go install "$1@$2" 2>&1); then return; fi
    sleep $((attempt * 5))
  done
  tail -5 <<<"$said"
  return 1
}
