#!/usr/bin/env bash
# Luxon and moment-timezone begin a day with two midnights at the second one; others begin it at the first.
#
# Versions: luxon 3.7.2, moment-timezone 0.6.6 with moment 2.31.0, dayjs 1.11.23, date-fns 4.4.0 with
# @date-fns/tz 1.5.0, temporal-polyfill 1.0.8, Node 20.20.2.
# Havana put its clocks back from 1:00 to 0:00 on 2 November 2025: midnight was at 04:00Z and again at 05:00Z.
# Expected: `startOf('day')` is 04:00Z in all of them, for that hour is of the 2nd: the day has 25 hours.
# Seen: 05:00Z in Luxon and moment-timezone, though both say that 04:30Z is on the 2nd. So no day has that hour.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type":"module"}' > package.json
npm install --silent --no-audit --no-fund luxon@3.7.2 moment@2.31.0 moment-timezone@0.6.6 dayjs@1.11.23 \
  date-fns@4.4.0 @date-fns/tz@1.5.0 temporal-polyfill@1.0.8
cat > days.js <<'JS'
import { TZDate } from '@date-fns/tz'
import { startOfDay } from 'date-fns'
import dayjs from 'dayjs'
import timezone from 'dayjs/plugin/timezone.js'
import utc from 'dayjs/plugin/utc.js'
import { DateTime } from 'luxon'
import moment from 'moment-timezone'
import { Temporal } from 'temporal-polyfill'

dayjs.extend(utc)
dayjs.extend(timezone)
const zone = 'America/Havana'
const noon = Date.parse('2025-11-02T17:00:00Z')
const lost = Date.parse('2025-11-02T04:30:00Z')
const starts = {
  luxon: DateTime.fromMillis(noon, { zone }).startOf('day').toMillis(),
  moment: moment.tz(noon, zone).startOf('day').valueOf(),
  dayjs: dayjs(noon).tz(zone).startOf('day').valueOf(),
  'date-fns': startOfDay(new TZDate(noon, zone)).getTime(),
  temporal: Temporal.Instant.fromEpochMilliseconds(noon).toZonedDateTimeISO(zone).startOfDay().epochMilliseconds,
}
for (const [name, start] of Object.entries(starts)) console.log(name, new Date(start).toISOString())
const days = [DateTime.fromMillis(lost, { zone }).toISODate(), moment.tz(lost, zone).format('YYYY-MM-DD')]
console.log('04:30Z is on', ...days)
const seen = Object.values(starts).map((start) => new Date(start).getUTCHours()).join()
process.exit(seen === '5,5,4,4,4' && days.every((day) => day === '2025-11-02') ? 0 : 1)
JS
echo "node $(node --version)"
node days.js
