#!/usr/bin/env bash
# Intl writes 61188 with a no-break space in nine of these languages: what does eSpeak, with which NVDA and Orca speak, make of it?
#
# Versions: espeak-ng 1.51 of Debian 12, Node 20.20.2.
# Expected: sixty-one thousand, at least with the voice of the language whose own sign it is.
# Seen: "sixty-one, one hundred eighty-eight" with each of the nine voices. Five of them (fr, sv, pl, nb, fi) join the digits over a plain
# space, which Intl never writes; the commas and points of others are read rightly. An English voice reads "1 188" of en-ZA as two
# numbers too. `src/web/product/format.ts` counts with commas where the reader's English does not.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > speak.mjs <<'JS'
import { execFileSync } from 'node:child_process'

const spoken = (voice, text) =>
  execFileSync('espeak-ng', ['-q', '-x', '-v', voice, text], { encoding: 'utf8' }).replace(/_[!:|^]*|[\s',%]/g, '')
const isRight = (voice, text) => spoken(voice, text) === spoken(voice, '61188')
const LOCALES = ['fr', 'sv', 'pl', 'cs', 'sk', 'nb', 'uk', 'ru', 'fi', 'en-US', 'de', 'it']
const seen = { written: [], intl: [], plain: [] }
for (const locale of LOCALES) {
  const text = new Intl.NumberFormat(locale).format(61188)
  if (/[\u00a0\u202f]/.test(text)) seen.written.push(locale)
  const voice = locale.toLowerCase()
  if (isRight(voice, text)) seen.intl.push(locale)
  else if (isRight(voice, text.replace(/[\u00a0\u202f]/, ' '))) seen.plain.push(locale)
  console.log(locale.padEnd(6), JSON.stringify(text).padEnd(10), spoken(voice, text))
}
const lists = Object.values(seen).map((locales) => locales.join(' '))
console.log(execFileSync('espeak-ng', ['--version'], { encoding: 'utf8' }).trim())
console.log('with a no-break space:', lists[0], '| read rightly:', lists[1], '| with a plain space:', lists[2])
process.exit(lists.join() === process.env.SEEN ? 0 : 1)
JS
SEEN='fr sv pl cs sk nb uk ru fi,en-US de it,fr sv pl nb fi' node speak.mjs
