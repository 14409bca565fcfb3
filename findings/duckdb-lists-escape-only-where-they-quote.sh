#!/usr/bin/env bash
# DuckDB writes a list into a cell of CSV with two rules: a backslash is an escape in quoted items, and itself in bare ones.
#
# Versions: @duckdb/node-api 1.5.6-r.1 (DuckDB 1.5.6), Node 20.20.2.
# Expected: items are joined by commas without quotes, as they had been, so that a comma in one cannot be told from the next.
# Seen: "['Sales, Marketing', 'Don\'t', back\slash, 'NULL', NULL]": only items that need it are quoted, a text NULL is told from
# no value, and one that unescapes every item loses the backslash of the bare one.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type":"module"}' > package.json
npm install --silent --no-audit --no-fund @duckdb/node-api@1.5.6-r.1
cat > lists.js <<'JS'
import { readFileSync } from 'node:fs'
import duckdb from '@duckdb/node-api'

const connection = await (await duckdb.DuckDBInstance.create(':memory:')).connect()
const list = "['Sales, Marketing', 'Don''t', 'back\\slash', 'NULL', NULL]"
await connection.run(`copy (select ${list} as topics) to 'lists.csv' (header false)`)
const cell = readFileSync('lists.csv', 'utf8').trim()
console.log('duckdb', duckdb.version(), cell)
process.exit(cell === `"['Sales, Marketing', 'Don\\'t', back\\slash, 'NULL', NULL]"` ? 0 : 1)
JS
echo "node $(node --version)"
node lists.js
