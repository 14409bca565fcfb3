#!/usr/bin/env bash
# @leeoniya/ufuzzy 1.0.19, Node 20. Expected with its default `intraSplit: '[a-z][A-Z]'`: "FigmaJam" is divided into "Figma"
# and "Jam", and finds "Figma Jam". Seen: the term is made small before it is divided, so no capital is left. A term
# is divided only where the pattern needs none, as between a letter and a digit.
# Output seen:
#   divided: figmajam; "FigmaJam" finds 0 of "Figma Jam"; "figma jam" finds 1 of "FigmaJam"
#   letters and digits: iphone,17; "iphone17" finds 1 of "iPhone 17"
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --prefer-offline --no-audit --no-fund --silent @leeoniya/ufuzzy@1.0.19
cat >look.mjs <<'JS'
import uFuzzy from '@leeoniya/ufuzzy'
const usual = new uFuzzy({ intraSplit: '[a-z][A-Z]' })
const found = (search, name, words) => `"${words}" finds ${search.filter([name], words).length} of "${name}"`
console.log(`divided: ${usual.split('FigmaJam')}; ${found(usual, 'Figma Jam', 'FigmaJam')}; ${found(usual, 'FigmaJam', 'figma jam')}`)
const digits = new uFuzzy({ intraSplit: '[a-z][0-9]' })
console.log(`letters and digits: ${digits.split('iphone17')}; ${found(digits, 'iPhone 17', 'iphone17')}`)
JS
echo "uFuzzy $(node -p 'require("./node_modules/@leeoniya/ufuzzy/package.json").version'), Node $(node --version)"
seen=$(node look.mjs)
echo "$seen"
[ "$seen" = 'divided: figmajam; "FigmaJam" finds 0 of "Figma Jam"; "figma jam" finds 1 of "FigmaJam"
letters and digits: iphone,17; "iphone17" finds 1 of "iPhone 17"' ]
