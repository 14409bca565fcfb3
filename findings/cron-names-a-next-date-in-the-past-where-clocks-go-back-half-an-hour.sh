#!/usr/bin/env bash
# The next date of a schedule, on the night when Lord Howe's clocks go back by half an hour, in three libraries.
#
# Versions: cron 4.4.0, cron-parser 5.10.6, croner 11.0.1, Node 20.20.2 (its zones: 2025c).
# Expected: every quarter of an hour is every quarter of an hour, in all three.
# Seen: asked at 15:05 UTC, cron names 14:45, which has passed; cron-parser skips from 14:45 to 15:30; croner is right.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type":"module"}' > package.json
npm install --silent --no-audit --no-fund cron@4.4.0 cron-parser@5.10.6 croner@11.0.1
cat > next.js <<'JS'
import { CronTime } from 'cron'
import { CronExpressionParser } from 'cron-parser'
import { Cron } from 'croner'

const [quarters, timezone] = ['*/15 * * * *', 'Australia/Lord_Howe']
const next = {
  cron: (at) => new CronTime(quarters, timezone).getNextDateFrom(at, timezone).toJSDate(),
  'cron-parser': (at) =>
    CronExpressionParser.parse(quarters, { currentDate: at, tz: timezone }).next().toDate(),
  croner: (at) => new Cron(quarters, { timezone, paused: true }).nextRun(at),
}
const seen = {}
for (const name of Object.keys(next)) {
  seen[name] = ['14:50', '15:05'].map((time) => {
    const found = next[name](new Date(`2027-04-03T${time}:00Z`)).toISOString().slice(11, 16)
    return `after ${time} ${found}`
  })
  console.log(name, seen[name].join(', '))
}
const expected = {
  cron: ['after 14:50 15:00', 'after 15:05 14:45'],
  'cron-parser': ['after 14:50 15:30', 'after 15:05 15:15'],
  croner: ['after 14:50 15:00', 'after 15:05 15:15'],
}
process.exit(JSON.stringify(seen) === JSON.stringify(expected) ? 0 : 1)
JS
echo "node $(node --version)"
node next.js
