#!/usr/bin/env bash
# Versions: cron 4.4.0, cron-parser 5.10.6, croner 11.0.1, Node 20.
# On 4 October 2026 clocks on Lord Howe Island go from 2:00 to 2:30. When does `10 2 * * *` run on that day?
# Expected: once in all three, at 2:30 or 2:40, as each does in a skipped hour of New York.
# Seen: croner runs at 2:30. cron runs twice: at 1:40, before the time that was asked for, and at 2:40.
# cron-parser skips the day. In New York's skipped hour all three run `30 2 * * *` once.
# `nextDigest` of src/watches/digest.ts takes the next minute that exists.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund cron@4.4.0 cron-parser@5.10.6 croner@11.0.1
cat > run.mjs <<'JS'
import { CronTime } from 'cron'
import { CronExpressionParser } from 'cron-parser'
import { Cron } from 'croner'

const libraries = {
  cron(expression, tz, from) {
    const time = new CronTime(expression, tz)
    const found = []
    for (let at = from; found.length < 3; found.push(at)) at = time.getNextDateFrom(at, tz).toJSDate()
    return found
  },
  'cron-parser'(expression, tz, currentDate) {
    const times = CronExpressionParser.parse(expression, { tz, currentDate })
    return [1, 2, 3].map(() => times.next().toDate())
  },
  croner: (expression, timezone, from) => new Cron(expression, { timezone, paused: true }).nextRuns(3, from),
}
const onDay = (timeZone, [from, until], expression) =>
  Object.entries(libraries).map(([name, run]) => {
    const times = run(expression, timeZone, new Date(from)).filter((at) => at < new Date(until))
    const clock = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'short' })
    return `${name} ${times.map((at) => clock.format(at)).join(' ') || 'never'}`
  })
const lordHowe = onDay('Australia/Lord_Howe', ['2026-10-03T14:00Z', '2026-10-04T13:00Z'], '10 2 * * *')
const newYork = onDay('America/New_York', ['2026-03-08T05:00Z', '2026-03-09T04:00Z'], '30 2 * * *')
console.log(process.version, '\nLord Howe:', lordHowe.join(', '), '\nNew York:', newYork.join(', '))
const isAsSeen =
  lordHowe.join() === 'cron 01:40 02:40,cron-parser never,croner 02:30' &&
  newYork.join() === 'cron 03:00,cron-parser 03:30,croner 03:00'
process.exit(isAsSeen ? 0 : 1)
JS
node run.mjs
