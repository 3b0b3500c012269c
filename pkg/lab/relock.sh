#!/bin/sh
# Makes requirements.lock and npm.lock from requirements.txt and npm.txt: every
# package they need, also indirectly, pinned with the hashes of all its files,
# for Linux and macOS and any Python from 3.10 on. Run it after changing a pin.
#
# JupyterLab asks for a Python kernel, which the lab never starts: it and what
# only it needs are left out, as is what only Windows needs.
set -eu
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --only-binary :all: uv==0.13.8
printf "%s ; sys_platform == 'never'\n" ipykernel colorama pywinpty >"$work/override.txt"
for name in requirements npm; do
	"$work/venv/bin/uv" pip compile --quiet --universal --python-version 3.10 --generate-hashes --no-header --no-annotate \
		--override "$work/override.txt" "$name.txt" --output-file "$work/$name.lock"
	{
		echo "# Made by relock.sh from $name.txt."
		awk '/^[^ ]/ { keep = !/[;d] sys_platform == .never/ } keep' "$work/$name.lock"
	} >"$name.lock"
done
