#!/usr/bin/env bash
# chrono-node 2.10.3 (npm), English, asked on Friday, 2026-11-20.
# Expected: a word that is also a verb or a star is a date nowhere or everywhere; "5 may" is the last one.
# Seen: "may" alone is no month, but "they sat down", "sun lotion" and "they wed" are a Saturday, a Sunday and a
# Wednesday, "I march on" is a first of March, and the count in "top 5 may" is a day of next year.
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
const now = new Date('2026-11-20T18:00:00Z')
const expected = {
  'how may votes': '',
  'they sat down': 'sat 2026-11-21',
  'sun lotion apps': 'sun 2026-11-22',
  'they wed': 'wed 2026-11-18',
  'I march on': 'march 2027-03-01',
  'top 5 may': '5 may 2027-05-05',
}
let isChanged = false
for (const [text, date] of Object.entries(expected)) {
  const seen = parse(text, now)
    .map(({ text, start }) => `${text} ${start.date().toISOString().slice(0, 10)}`)
    .join(', ')
  console.log(`${text}: ${seen || 'no date'}`)
  if (seen !== date) isChanged = true
}
process.exit(isChanged ? 1 : 0)
JS
TZ=UTC node run.mjs
