// The time zone database that the service carries: what moment-timezone packs, for the years that launches are of.
import { readFile, writeFile } from 'node:fs/promises'
import { notePackage } from './bundled-packages.mjs'

const PACKAGE = 'node_modules/moment-timezone'
const MINUTE_MS = 60_000
/** Minutes since the epoch. */
const FROM = Date.UTC(1990) / MINUTE_MS
const UNTIL = Date.UTC(2038) / MINUTE_MS

/** One line for all zones that agree in these years: names, offsets in order, and the time between changes. */
export async function writeTimeZones(path) {
  const packed = JSON.parse(await readFile(`${PACKAGE}/data/packed/latest.json`, 'utf8'))
  const zones = new Map(packed.zones.map(unpack))
  for (const [name, alias] of packed.links.map((link) => link.split('|'))) {
    zones.set(alias, zones.get(name))
  }
  const names = new Map()
  for (const [name, history] of zones) names.set(history, [...(names.get(history) ?? []), name])
  const data = {
    release: packed.version,
    published: await publishedOn(),
    from: FROM * MINUTE_MS,
    until: UNTIL * MINUTE_MS,
    zones: [...names].map(([history, names]) => `${names.join(' ')}|${history}`),
  }
  await writeFile(path, JSON.stringify(data))
  notePackage(PACKAGE)
}

/** The day on which the package was published with this data: the data does not name one. */
async function publishedOn() {
  const { version } = JSON.parse(await readFile(`${PACKAGE}/package.json`, 'utf8'))
  const changes = await readFile(`${PACKAGE}/changelog.md`, 'utf8')
  const [, day] = changes.match(`\`${version}\` _(\\d{4}-\\d\\d-\\d\\d)_`) ?? []
  if (!day) throw new Error(`The changelog of moment-timezone has no date for ${version}.`)
  return day
}

/** `name|abbreviations|offsets|order|minutes between changes|population`, numbers in base 60, offsets west of UTC. */
function unpack(zone) {
  const [name, , offsets, order, between] = zone.split('|')
  const minutes = offsets.split(' ').map((offset) => -base60(offset))
  const starts = [-Infinity]
  let at = 0
  for (const time of between.split(' ').filter(Boolean)) {
    at += base60(time)
    // Times before standard time have seconds, as fractions of a minute, whose sum is not exact.
    starts.push(Math.round(at))
  }
  const offsetsInOrder = [...order].map((index) => minutes[base60(index)])
  return [name, historyOf(starts, offsetsInOrder)]
}

function historyOf(starts, offsets) {
  const history = { offsets: [], minutes: [] }
  for (const [index, offset] of offsets.entries()) {
    const isOver = (starts[index + 1] ?? Infinity) <= FROM
    if (isOver || starts[index] >= UNTIL || offset === history.offsets.at(-1)) continue
    history.offsets.push(offset)
    history.minutes.push(starts[index])
  }
  const changes = history.minutes.slice(1)
  const between = changes.map((minute, index) => (minute - (changes[index - 1] ?? 0)).toString(36))
  return [history.offsets.join(' '), between.join(' ')].join('|')
}

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWX'

function base60(text) {
  const [whole, part = ''] = text.replace('-', '').split('.')
  const read = (digits) => [...digits].reduce((sum, digit) => sum * 60 + DIGITS.indexOf(digit), 0)
  const size = read(whole) + read(part) / 60 ** part.length
  return text.startsWith('-') ? -size : size
}
