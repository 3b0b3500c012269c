#!/bin/sh
# Makes requirements.lock and npm.lock from requirements.txt and npm.txt, and the
# lock of the tests' own Python in .ci: every package they need, also indirectly,
# pinned with the hashes of all its files, for Linux and macOS and any Python from
# 3.10 on (the tests' own: 3.11). Run it after changing a pin.
#
# JupyterLab asks for a Python kernel, which the lab never starts: it and what
# only it needs are left out, as is what only Windows needs. Of the tests' own,
# cffconvert asks for an older jsonschema than the others do, and works with theirs;
# docopt, which has no wheel, is for a command of pykwalify that nobody gives.
set -eu
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --only-binary :all: uv==0.13.8
printf "%s ; sys_platform == 'never'\n" ipykernel colorama pywinpty >"$work/override.txt"
relock() {
	path=$1/$2
	if [ -e "$path.lock" ]; then cp "$path.lock" "$work/lock"; fi # what needs no change keeps its version
	"$work/venv/bin/uv" pip compile --quiet --universal --python-version "$3" --generate-hashes --no-header --no-annotate \
		--override "$work/override.txt" "$path.txt" --output-file "$work/lock"
	{
		echo "# Made by relock.sh from $2.txt."
		awk '/^[^ ]/ { keep = !/[;d] sys_platform == .never/ } keep' "$work/lock"
	} >"$path.lock"
	rm "$work/lock"
}
relock . requirements 3.10
relock . npm 3.10
printf "%s ; sys_platform == 'never'\n" ipykernel pywinpty docopt >"$work/override.txt"
echo "jsonschema>=4.23" >>"$work/override.txt"
relock ../../.ci requirements 3.11
