#!/usr/bin/env bash
# @microsoft/recognizers-text-suite 1.3.1 (npm), the English numbers of a text.
# Expected: "half a million" is 500,000, "one and a half thousand" 1,500, as "1.5 thousand" is.
# Seen: 0.000002 and 1.0005: the half is divided by the million and the thousand as "two thirds" are by three.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent --ignore-scripts @microsoft/recognizers-text-suite@1.3.1
cat >run.cjs <<'JS'
const { recognizeNumber, Culture } = require('@microsoft/recognizers-text-suite')
const { version } = require('@microsoft/recognizers-text-suite/package.json')
console.log(`@microsoft/recognizers-text-suite ${version}, Node ${process.version}`)
const expected = {
  '1.5 thousand votes': '1500',
  'half a dozen votes': '6',
  'one and a half thousand votes': '1.0005',
  'two and a half million votes': '2.0000005',
  'half a million votes': '2E-06',
}
let isChanged = false
for (const [text, number] of Object.entries(expected)) {
  const seen = recognizeNumber(text, Culture.English).map(({ resolution }) => resolution.value).join(', ')
  console.log(`${text}: ${seen}`)
  if (seen !== number) isChanged = true
}
process.exit(isChanged ? 1 : 0)
JS
node run.cjs
