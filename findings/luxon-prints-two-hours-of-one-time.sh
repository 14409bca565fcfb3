#!/usr/bin/env bash
# A Luxon time in a zone with offsets of its own is printed at two hours, and on two days, by its own methods.
#
# Version: luxon 3.7.2, Node 20.20.2.
# `Zone` is made to be extended, and `DateTime` takes any instance. Here a subclass of IANAZone has the offset of a
# new law, which the runtime does not know.
# Expected: every method of the DateTime uses `zone.offset()`, as toISO, toFormat, startOf and `.hour` do.
# Seen: toLocaleString gives `zone.name` to Intl, because `zone.type` is "iana": another hour, and at night another day.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type":"module"}' > package.json
npm install --silent --no-audit --no-fund luxon@3.7.2
cat > hours.js <<'JS'
import { DateTime, IANAZone } from 'luxon'

/** As if Tokyo had moved its clocks on by an hour for good. */
class Reformed extends IANAZone {
  offset() {
    return 10 * 60
  }
}
const time = DateTime.fromISO('2026-11-28T14:30:00Z', { zone: new Reformed('Asia/Tokyo'), locale: 'en-US' })
const format = [time.toISODate(), time.toFormat('HH:mm')]
const locale = [time.toLocaleString({ dateStyle: 'short' }), time.toLocaleString(DateTime.TIME_24_SIMPLE)]
console.log('toFormat', ...format, '; toLocaleString', ...locale)
process.exit([...format, ...locale].join() === '2026-11-29,00:30,11/28/26,23:30' ? 0 : 1)
JS
echo "node $(node --version)"
node hours.js
