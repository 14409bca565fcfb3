#!/usr/bin/env bash
# @microsoft/recognizers-text-suite 1.3.1 (npm), "on the 31st" with a reference date.
# Expected, on November 25: October 31 and December 31, the last and the next; or no date.
# Seen: February 1 of the year 1; on December 25 and October 5 the last "31st" is December 1 and October 1.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent --ignore-scripts @microsoft/recognizers-text-suite@1.3.1
cat >run.cjs <<'JS'
const { recognizeDateTime, Culture } = require('@microsoft/recognizers-text-suite')
const { version } = require('@microsoft/recognizers-text-suite/package.json')
console.log(`@microsoft/recognizers-text-suite ${version}, Node ${process.version}`)
const expected = {
  '2026-11-25 on the 30th': '2026-10-30, 2026-11-30',
  '2026-11-25 on the 31st': '0001-02-01',
  '2026-12-25 on the 31st': '2026-12-01, 2026-12-31',
  '2026-10-05 on the 31st': '2026-10-01, 2026-10-31',
}
let isChanged = false
for (const [line, dates] of Object.entries(expected)) {
  const [day, ...words] = line.split(' ')
  const found = recognizeDateTime(words.join(' '), Culture.English, 0, new Date(`${day}T18:00`))
  const seen = found.flatMap(({ resolution }) => resolution.values.map(({ value }) => value)).join(', ')
  console.log(`${line}: ${seen}`)
  if (seen !== dates) isChanged = true
}
process.exit(isChanged ? 1 : 0)
JS
node run.cjs
