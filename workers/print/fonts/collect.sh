#!/bin/sh
# Collects the fonts of the printed sheets into this folder, unchanged but for two file names. See README.md.
# Needs npm, and what Debian 12 has in fonts-noto-core, fonts-droid-fallback and fonts-nanum; another folder than
# / that those packages are unpacked in may be given.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=${1:-}
fonts=$root/usr/share/fonts/truetype

for name in \
  Arabic Armenian Balinese Bengali CanadianAboriginal Cherokee Devanagari Ethiopic Georgian Gujarati Gurmukhi Hebrew \
  Kannada Khmer Lao Lisu Malayalam Math Mongolian Myanmar NKo OlChiki Oriya Osage Sinhala Sundanese Symbols Symbols2 \
  Syriac Tamil Telugu Thaana Thai Tifinagh Vai Yi
do
  install -m 644 "$fonts/noto/NotoSans$name-Regular.ttf" "$here"
done
install -m 644 "$fonts/noto/NotoSerifTibetan-Regular.ttf" "$fonts/noto/NotoSans-Regular.ttf" "$here"
for name in '' Arabic Armenian Devanagari Georgian Hebrew Thai
do
  install -m 644 "$fonts/noto/NotoSans$name-Bold.ttf" "$here"
done

install -m 644 "$fonts/droid/DroidSansFallbackFull.ttf" "$here/DroidSansFallbackFull-Regular.ttf"
install -m 644 /usr/share/common-licenses/Apache-2.0 "$here/LICENSE-Apache-2.0.txt"
install -m 644 "$fonts/nanum/NanumSquareR.ttf" "$here/NanumSquare-Regular.ttf"
sed -n '/^ Copyright (c)/,/^Files: debian/{/^Files/d;s/^ \.\{0,1\}//;p}' "$root/usr/share/doc/fonts-nanum/copyright" > "$here/LICENSE-OFL-1.1-Nanum.txt"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cd "$work" && npm pack --silent @expo-google-fonts/noto-emoji@0.4.7 && tar -xzf ./*.tgz)
install -m 644 "$work/package/400Regular/NotoEmoji_400Regular.ttf" "$here/NotoEmoji-Regular.ttf"
install -m 644 "$work/package/LICENSE_FONT" "$here/LICENSE-OFL-1.1-Noto.txt"
