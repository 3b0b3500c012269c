# What .ci/fresh and .ci/container share: is this a machine that can do it, a
# bare Debian root, and this machine's own way to its package registries. To be
# sourced by bash.
#
# Both make a folder of their own and leave nothing else behind: mounts end with
# the mount namespace of the process that made them.

# skip says why a check is not done here and ends it without failing.
skip() { echo "SKIPPED: $1"; exit 0; }

# try runs a command that fetches things up to three times.
try() {
  local n
  for n in 1 2 3; do
    "$@" && return 0
    echo "attempt $n failed: $1"
    sleep $((n * 5))
  done
  return 1
}

# capable skips where the machine lacks the rights or the programs.
capable() {
  [ "$(uname -s)" = Linux ] || skip "needs Linux"
  [ "$(id -u)" = 0 ] || skip "needs root, to make and enter a root of its own"
  unshare --mount --net --pid --fork true 2>/dev/null || skip "this machine allows no namespaces of mounts, networks and processes"
  local at missing=()
  at=$(mktemp -d)
  unshare --mount sh -c 'mount --bind "$1" "$1" && mount -t tmpfs none "$1"' sh "$at" 2>/dev/null || skip "this machine allows no mounts"
  rmdir "$at"
  for program in debootstrap ip "$@"; do
    command -v "$program" >/dev/null || missing+=("${program/#ip/iproute2}")
  done
  if [ ${#missing[@]} -gt 0 ]; then
    command -v apt-get >/dev/null || skip "no apt-get to install ${missing[*]} with"
    echo "installing: ${missing[*]}"
    try apt-get -qq update || skip "apt-get update fails"
    DEBIAN_FRONTEND=noninteractive try apt-get -qq install -y --no-install-recommends "${missing[@]}" >/dev/null ||
      skip "cannot install ${missing[*]}"
  fi
  local free
  free=$(df --output=avail -BG "${TMPDIR:-/tmp}" | tail -1 | tr -dc 0-9)
  [ "$free" -ge 12 ] || skip "$free GB free in ${TMPDIR:-/tmp}, 12 are needed"
}

# mirror is where this machine has Debian's packages from; nothing stands for
# debootstrap's own choice.
mirror() {
  if command -v apt-get >/dev/null; then
    apt-get indextargets --format '$(ORIGIN) $(LABEL) $(REPO_URI)' 'Created-By: Packages' 2>/dev/null |
      sed -n 's/^Debian Debian //p' | sed -n 1p
  fi
}

# The Debian release of the image's base.
suite=bookworm

# debian makes a bare root, without an opinion on where packages come from.
# Made once, it is kept in the folder that FORMICARY_CI_ROOT names, for both
# checks of one run; beside it, as NAME.list, what apt is to be told.
debian() {
  local root=$1 kept=${FORMICARY_CI_ROOT:-}
  if [ -n "$kept" ] && [ -e "$kept.complete" ]; then
    cp -a "$kept" "$root"
    cp "$kept.list" "$root.list"
    return
  fi
  bootstrap() {
    rm -rf "$root"
    debootstrap --variant=minbase --include=ca-certificates "$suite" "$root" $(mirror) >"$root.log" 2>&1
  }
  try bootstrap || { tail -20 "$root.log"; skip "debootstrap gets no $suite from this machine's mirror"; }
  rm -rf "$root"/var/cache/apt/archives/*.deb "$root"/var/lib/apt/lists/* "$root"/var/log/* "$root.log"
  mv "$root/etc/apt/sources.list" "$root.list"
  if [ -n "$kept" ]; then
    rm -rf "$kept"
    cp -a "$root" "$kept"
    cp "$root.list" "$kept.list"
    touch "$kept.complete"
  fi
}

# toolchain puts this machine's Go where its official archive would.
toolchain() {
  mkdir -p "$1/usr/local"
  cp -a "$(go env GOROOT)" "$1/usr/local/go"
  chown -R 0:0 "$1/usr/local/go"
}

# settings writes this machine's own registry settings into a folder: four
# files, made to be mounted at the place that is given. settings is a shell
# script that exports variables, ca a bundle of certificates, apt and sources
# are apt's.
settings() {
  local dir=$1 at=$2 list=$3 name value
  mkdir -p "$dir"
  {
    for name in HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY http_proxy https_proxy all_proxy no_proxy \
      PIP_INDEX_URL PIP_EXTRA_INDEX_URL PIP_TRUSTED_HOST PIP_DEFAULT_TIMEOUT npm_config_registry NPM_CONFIG_REGISTRY; do
      if [ -n "${!name:-}" ]; then printf 'export %s=%q\n' "$name" "${!name}"; fi
    done
    for name in GOPROXY GOSUMDB GONOSUMDB GONOPROXY GOPRIVATE GOINSECURE; do
      value=$(go env "$name")
      if [ -n "$value" ]; then printf 'export %s=%q\n' "$name" "$value"; fi
    done
    for name in index-url extra-index-url trusted-host; do
      value=$(python3 -m pip config list 2>/dev/null | sed -n "s/^[^:]*\.$name='\(.*\)'\$/\1/p" | tail -1)
      if [ -n "$value" ]; then
        name=PIP_${name^^}
        printf 'export %s=%q\n' "${name//-/_}" "$value"
      fi
    done
    value=$(npm config get registry 2>/dev/null || true)
    if [ -n "$value" ] && [ "$value" != undefined ]; then printf 'export npm_config_registry=%q\n' "$value"; fi
    printf 'export APT_CONFIG=%s/apt\n' "$at"
    for name in SSL_CERT_FILE PIP_CERT REQUESTS_CA_BUNDLE CURL_CA_BUNDLE GIT_SSL_CAINFO NODE_EXTRA_CA_CERTS; do
      printf 'export %s=%s/ca\n' "$name" "$at"
    done
  } >"$dir/settings"
  for value in "${SSL_CERT_FILE:-}" /etc/ssl/certs/ca-certificates.crt /etc/pki/tls/certs/ca-bundle.crt /etc/ssl/cert.pem; do
    if [ -s "$value" ]; then
      cat "$value" >"$dir/ca"
      break
    fi
  done
  {
    apt-config dump 2>/dev/null | grep -Ei '^Acquire::(http|https|ftp)::' || true
    printf 'Dir::Etc::sourcelist "%s/sources";\nDir::Etc::sourceparts "-";\nAcquire::Retries "5";\n' "$at"
  } >"$dir/apt"
  cp "$list" "$dir/sources"
  chmod 0444 "$dir"/*
}

# private are the parts of the settings that nothing which is handed on may
# contain, one a line: addresses that neither a bare Debian nor Go itself knows,
# and the certificates that Debian's own bundle does not have.
private() {
  local dir=$1 root=$2 address
  grep -ohE '[a-z]+://[^ "'"'"',|\\;]+' "$dir/settings" "$dir/apt" "$dir/sources" | sort -u | while read -r address; do
    address=${address#*://}
    address=${address%%/*}
    grep -rqF "$address" "$root/usr" "$root/etc" || echo "$address"
  done
  comm -23 <(sed -n '/BEGIN CERT/{n;n;p}' "$dir/ca" | sort -u) \
    <(sed -n '/BEGIN CERT/{n;n;p}' "$root/etc/ssl/certs/ca-certificates.crt" | sort -u)
}

# network says whether a log reads as if a registry had not answered.
network() {
  grep -qiE 'i/o timeout|connection (reset|refused|timed out)|temporary failure|could not resolve|no such host|TLS handshake|unexpected EOF|50[0234] |429 Too Many|Read timed out|ECONNRESET|ETIMEDOUT|EAI_AGAIN|context deadline exceeded' "$1"
}
