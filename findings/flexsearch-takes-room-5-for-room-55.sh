#!/usr/bin/env bash
# flexsearch 0.8.212 (npm), an index with the default encoder.
# Expected: the number of a query is that of the name; "iphone 11" finds "iPhone 11" first or alone.
# Seen: letters that are doubled count once, and so do digits: "iphone 1", "iphone 11" and "iphone 111" have the same
# answer, in the order in which the names came. With the exact encoder no part of a name is found at all.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent flexsearch@0.8.212
cat >run.mjs <<'JS'
import { readFileSync } from 'node:fs'
import FlexSearch from 'flexsearch'
const { version } = JSON.parse(readFileSync('node_modules/flexsearch/package.json', 'utf8'))
console.log(`flexsearch ${version}, Node ${process.version}`)
const names = ['iPhone 11', 'iPhone 1', 'Room 55', 'Room 5']
const index = new FlexSearch.Index()
names.forEach((name, at) => index.add(at, name))
const expected = {
  'iphone 1': 'iPhone 11, iPhone 1',
  'iphone 11': 'iPhone 11, iPhone 1',
  'iphone 111': 'iPhone 11, iPhone 1',
  'room 5': 'Room 55, Room 5',
}
let isChanged = false
for (const [query, found] of Object.entries(expected)) {
  const seen = index.search(query).map((at) => names[at]).join(', ')
  console.log(`${query}: ${seen || 'nothing'}`)
  if (seen !== found) isChanged = true
}
process.exit(isChanged ? 1 : 0)
JS
node run.mjs
