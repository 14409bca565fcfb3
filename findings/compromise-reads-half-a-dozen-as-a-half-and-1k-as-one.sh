#!/usr/bin/env bash
# compromise 14.17.0 (npm), the numbers of a text.
# Expected: "half a dozen" is 6, as "half a million" is 500,000; "twenty twenty six" 2026; "1k" 1,000 or no number.
# Seen: 0.5, "twenty twenty six" 0 and 6, "nineteen ninety nine" 19, 90 and 9, "1k votes" 1, "2m users" 2; "a dozen" none.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent compromise@14.17.0
cat >run.mjs <<'JS'
import { readFileSync } from 'node:fs'
import nlp from 'compromise'
const { version } = JSON.parse(readFileSync('node_modules/compromise/package.json', 'utf8'))
console.log(`compromise ${version}, Node ${process.version}`)
const expected = {
  'half a million apps': '500000',
  'half a dozen apps': '0.5',
  'a dozen apps': '',
  'twenty twenty six': '0, 6',
  'nineteen ninety nine': '19, 90, 9',
  'over 1k votes': '1',
  '2m users': '2',
}
let isChanged = false
for (const [text, numbers] of Object.entries(expected)) {
  const seen = nlp(text).numbers().json().map(({ number }) => number.num).join(', ')
  console.log(`${text}: ${seen || 'no number'}`)
  if (seen !== numbers) isChanged = true
}
process.exit(isChanged ? 1 : 0)
JS
node run.mjs
