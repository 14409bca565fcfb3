#!/usr/bin/env bash
# @orama/orama 3.1.18, Node 20, with its defaults (English).
# Expected: an accent is folded or kept, and a name is found first by itself.
# Seen: a letter with an accent that English does not have ends a word. "Bär" is asked for as "b" and "r", and finds
# Berlin and Rye; "Ärzte" is "rzte", and finds a product of that name before its own; "bär" in a name is not found by
# "bar". src/sources/product-index.ts folds both sides.
# Output seen:
#   {"Bär":["Bär","Berlin","Rye","Rzte","Ärzte Finder"],"Ärzte":["Rzte","Ärzte Finder"],"bar":[]}
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type":"module"}' > package.json
npm install --prefer-offline --no-audit --no-fund --silent @orama/orama@3.1.18
cat > look.js <<'JS'
import { readFileSync } from 'node:fs'
import { create, insert, search } from '@orama/orama'

const { version } = JSON.parse(readFileSync('node_modules/@orama/orama/package.json', 'utf8'))
console.log(`@orama/orama ${version}, Node ${process.version}`)
const index = create({ schema: { name: 'string' } })
for (const name of ['Bär', 'Berlin', 'Rye', 'Rzte', 'Ärzte Finder']) insert(index, { name })
const seen = {}
for (const term of ['Bär', 'Ärzte', 'bar']) {
  seen[term] = (await search(index, { term })).hits.map(({ document }) => document.name)
}
console.log(JSON.stringify(seen))
const expected = {
  Bär: ['Bär', 'Berlin', 'Rye', 'Rzte', 'Ärzte Finder'],
  Ärzte: ['Rzte', 'Ärzte Finder'],
  bar: [],
}
process.exit(JSON.stringify(seen) === JSON.stringify(expected) ? 0 : 1)
JS
node look.js
