#!/usr/bin/env bash
# "Every two hours" on the night when clocks go back, in three libraries.
#
# Versions: croner 11.0.1, cron 4.4.0, cron-parser 5.10.6, Node 20.20.2.
# Expected: each of the three runs once at two o'clock, as each does for `30 2 * * *`.
# Seen: croner runs `0 */2 * * *` at both two o'clocks of Berlin, an hour apart, yet `30 2 * * *` once; the others once.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type":"module"}' > package.json
npm install --silent --no-audit --no-fund croner@11.0.1 cron@4.4.0 cron-parser@5.10.6
cat > runs.js <<'JS'
import { CronTime } from 'cron'
import { CronExpressionParser } from 'cron-parser'
import { Cron } from 'croner'

const timezone = 'Europe/Berlin'
const begin = new Date('2026-10-24T23:00:00Z')
const runs = {
  croner: (text) => new Cron(text, { timezone, paused: true }).nextRuns(3, begin),
  cron(text) {
    const time = new CronTime(text, timezone)
    let at = begin
    return Array.from({ length: 3 }, () => (at = time.getNextDateFrom(at, timezone).toJSDate()))
  },
  'cron-parser'(text) {
    const schedule = CronExpressionParser.parse(text, { currentDate: begin, tz: timezone })
    return Array.from({ length: 3 }, () => schedule.next().toDate())
  },
}
const seen = Object.keys(runs).map((name) =>
  ['0 */2 * * *', '30 2 * * *'].map((text) => {
    const night = runs[name](text).filter((at) => at < new Date('2026-10-25T02:00:00Z'))
    const times = night.map((at) => at.toISOString().slice(11, 16)).join(' ')
    console.log(name, text, 'by 02:00 UTC:', times)
    return times
  }),
)
const once = ['00:00', '00:30']
const expected = [['00:00 01:00', '00:30'], once, once]
process.exit(JSON.stringify(seen) === JSON.stringify(expected) ? 0 : 1)
JS
echo "node $(node --version)"
node runs.js
