#!/usr/bin/env bash
# d3-dsv writes a Date into CSV in three forms, and one that falls on midnight UTC as a day, without time and zone.
#
# Versions: d3-dsv 3.0.2.
# Expected: each Date as `toISOString` writes it, so that a column of instants is one of instants.
# Seen: `2026-11-20` for midnight UTC, `2026-11-19T15:30Z` for a full minute, `2026-11-19T15:30:01.500Z` else. Who reads the column
# and takes days for local ones moves just that launch by hours: `new Date(2026, 10, 20)` in New York is five hours later.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --silent --no-audit --no-fund d3-dsv@3.0.2
cat > write.mjs <<'JS'
import { csvFormat } from 'd3-dsv'
const instants = ['2026-11-20T00:00:00Z', '2026-11-19T15:30:00Z', '2026-11-19T15:30:01.500Z']
console.log(csvFormat(instants.map((at) => ({ at: new Date(at) }))))
JS
node write.mjs | tee instants.csv
[ "$(cat instants.csv)" = 'at
2026-11-20
2026-11-19T15:30Z
2026-11-19T15:30:01.500Z' ]
