#!/usr/bin/env bash
# chrono-node 2.10.3 (npm), English, asked on Wednesday, 2026-11-25.
# Expected: "the weekend before last" is that of November 14, or no date; numbers beside a noun are no hours.
# Seen: it is the weekend to come, "the week after last" next week; "places 4 to 6" are four to six o'clock, and
# "number 11 this week" is Sunday at eleven.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent chrono-node@2.10.3
cat >run.mjs <<'JS'
import { readFileSync } from 'node:fs'
import { parse } from 'chrono-node'
const { version } = JSON.parse(readFileSync('node_modules/chrono-node/package.json', 'utf8'))
console.log(`chrono-node ${version}, Node ${process.version}`)
const now = new Date('2026-11-25T18:00:00Z')
const expected = {
  'last weekend': 'last weekend 2026-11-22T12:00',
  'the weekend before last': 'weekend 2026-11-28T12:00',
  'the week after last': 'the week after 2026-12-02T18:00',
  'places 4 to 6': '4 to 6 2026-11-25T04:00',
  'number 11 this week': '11 this week 2026-11-22T11:00',
}
let isChanged = false
for (const [text, date] of Object.entries(expected)) {
  const seen = parse(text, now)
    .map(({ text, start }) => `${text} ${start.date().toISOString().slice(0, 16)}`)
    .join(', ')
  console.log(`${text}: ${seen || 'no date'}`)
  if (seen !== date) isChanged = true
}
process.exit(isChanged ? 1 : 0)
JS
TZ=UTC node run.mjs
