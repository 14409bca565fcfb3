#!/usr/bin/env bash
# remove-accents 0.5.0, lodash.deburr 4.1.0, diacritics 1.3.0 and @leeoniya/ufuzzy 1.0.19 (npm).
# Expected: each writes the letters of Łuk, Straße and Đà Nẵng as people type them, capitals as capitals, and the
# long s of old print as an s.
# Seen: remove-accents writes "luk" with a small l, and keeps ß; deburr keeps the a of
# Nẵng, and of a long s it makes "ss"; diacritics makes an l of it; uFuzzy keeps Đ and ß. No two agree on all.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent \
  remove-accents@0.5.0 lodash.deburr@4.1.0 diacritics@1.3.0 @leeoniya/ufuzzy@1.0.19
cat >run.cjs <<'JS'
const { readFileSync } = require('node:fs')
const uFuzzy = require('@leeoniya/ufuzzy')
const fold = {
  'remove-accents': require('remove-accents'),
  'lodash.deburr': require('lodash.deburr'),
  diacritics: require('diacritics').remove,
  '@leeoniya/ufuzzy': (text) => uFuzzy.latinize([text])[0],
}
const names = ['Łuk', 'Straße', 'Đà Nẵng', 'ſun']
const expected = {
  'remove-accents': 'luk Straße Da Nang sun',
  'lodash.deburr': 'Luk Strasse Da Nẵng ssun',
  diacritics: 'Luk Strasse Da Nang lun',
  '@leeoniya/ufuzzy': 'Luk Straße Đa Nẵng ſun',
}
let isChanged = false
for (const [library, words] of Object.entries(expected)) {
  const { version } = JSON.parse(readFileSync(`node_modules/${library}/package.json`, 'utf8'))
  const seen = names.map((name) => fold[library](name).normalize('NFC')).join(' ')
  console.log(`${library} ${version}: ${seen}`)
  if (seen !== words) isChanged = true
}
process.exit(isChanged ? 1 : 0)
JS
node run.cjs
