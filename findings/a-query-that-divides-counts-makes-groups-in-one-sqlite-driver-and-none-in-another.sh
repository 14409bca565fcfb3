#!/usr/bin/env bash
# Versions: @libsql/client 0.18.0 (libsql 0.5.29), sql.js 1.14.1, Node 20; Python 3.11's sqlite3.
# Expected: a whole number is bound as an integer by every driver, so that `(at - ?) / ?` numbers the hours of a table
# of integers, and `group by` it gives a row for each hour.
# Seen: sql.js and Python do that (2 rows). @libsql/client binds a JavaScript number as a float, however whole it
# is: the quotient is 0.1666…, every count is a group of its own (12 rows), and nothing fails.
# src/history/recorded-history.ts casts the quotient; test/history/recorder.test.ts counts its steps.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @libsql/client@0.18.0 sql.js@1.14.1
cat > run.mjs <<'JS'
import { createClient } from '@libsql/client'
import initSqlJs from 'sql.js'

const TABLE = 'create table counts (at integer, votes integer)'
const FILL = `insert into counts select 600 * value, value from json_each('[0,1,2,3,4,5,6,7,8,9,10,11]')`
const BY_HOUR = 'select max(at) as at, votes from counts group by (at - ?) / ?'
const HOURS = [0, 3600]

const libsql = createClient({ url: ':memory:' })
for (const statement of [TABLE, FILL]) await libsql.execute(statement)
const wasm = new (await initSqlJs()).Database()
for (const statement of [TABLE, FILL]) wasm.run(statement)

const rows = {
  '@libsql/client': (await libsql.execute({ sql: BY_HOUR, args: HOURS })).rows.length,
  'sql.js': wasm.exec(BY_HOUR, HOURS)[0].values.length,
}
console.log(process.version, rows)
process.exit(Object.values(rows).join() === '12,2' ? 0 : 1)
JS
node run.mjs
python3 - <<'PY'
import sqlite3, sys
table = sqlite3.connect(':memory:')
table.execute('create table counts (at integer, votes integer)')
table.executemany('insert into counts values (?, ?)', [(600 * n, n) for n in range(12)])
rows = table.execute('select max(at), votes from counts group by (at - ?) / ?', (0, 3600)).fetchall()
print('Python', sys.version.split()[0], len(rows))
sys.exit(0 if len(rows) == 2 else 1)
PY
