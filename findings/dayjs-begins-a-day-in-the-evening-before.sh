#!/usr/bin/env bash
# Where clocks skip midnight, a day of dayjs begins at 23:00 of the evening before, though not in every zone.
#
# Versions: dayjs 1.11.23 with its plugins utc and timezone, luxon 3.7.2, Node 20.20.2.
# Beirut (27 March 2022), Cairo (26 April 2024) and Sao Paulo (4 November 2018) put their clocks from 0:00 to 1:00.
# Expected: `startOf('day')` is the end of the gap, 1:00, in all three, as in Luxon.
# Seen: 1:00 in Sao Paulo; in Beirut and Cairo an hour too early, 23:00 of the day before. East of UTC the day is wrong.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type":"module"}' > package.json
npm install --silent --no-audit --no-fund luxon@3.7.2 dayjs@1.11.23
cat > days.js <<'JS'
import dayjs from 'dayjs'
import timezone from 'dayjs/plugin/timezone.js'
import utc from 'dayjs/plugin/utc.js'
import { DateTime } from 'luxon'

dayjs.extend(utc)
dayjs.extend(timezone)
const late = [
  ['America/Sao_Paulo', '2018-11-04T15:00:00Z'],
  ['Asia/Beirut', '2022-03-27T12:00:00Z'],
  ['Africa/Cairo', '2024-04-26T12:00:00Z'],
].map(([zone, noon]) => {
  const show = (start) => DateTime.fromMillis(start, { zone }).toFormat('yyyy-MM-dd HH:mm')
  const own = dayjs(Date.parse(noon)).tz(zone).startOf('day').valueOf()
  const right = DateTime.fromISO(noon, { zone }).startOf('day').toMillis()
  console.log(zone, 'dayjs', show(own), 'luxon', show(right))
  return (right - own) / 3_600_000
})
process.exit(late.join() === '0,1,1' ? 0 : 1)
JS
echo "node $(node --version)"
node days.js
