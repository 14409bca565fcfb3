#!/usr/bin/env bash
# Node 20.20.2 with its own ICU; no package. Votes as `notation: 'compact'`, which a page shows in little room.
# Expected: 1,234 is "1,2 Tsd." in German, or stays "1.234" as without the notation.
# Seen: it is "1234", shorter by its dot alone; 123456 keeps all digits, and only a million is shortened. Spanish
# writes "1234" without the notation, and "1,2 mil" with it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >run.mjs <<'JS'
console.log(`Node ${process.version}, ICU ${process.versions.icu}, CLDR ${process.versions.cldr}`)
const expected = {
  'de 1234': '1.234 1234',
  'de 12345': '12.345 12.345',
  'de 123456': '123.456 123.456',
  'de 1234567': '1.234.567 1,2 Mio.',
  'es 1234': '1234 1,2 mil',
  'en 1234': '1,234 1.2K',
}
let isChanged = false
for (const [asked, told] of Object.entries(expected)) {
  const [locale, number] = asked.split(' ')
  const forms = [{}, { notation: 'compact' }].map((form) =>
    new Intl.NumberFormat(locale, form).format(Number(number)).replace(/\s/g, ' '),
  )
  console.log(`${asked}: ${forms.join(' ')}`)
  if (forms.join(' ') !== told) isChanged = true
}
process.exit(isChanged ? 1 : 0)
JS
node run.mjs
