import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { release, zones } from '../../data/time-zones.json'
import { findZone } from '../../src/ranking/calendar.ts'

const FROM = Date.UTC(1990)
const UNTIL = Date.UTC(2038)
const STEP_MS = 15 * 24 * 60 * 60 * 1000
const TABLE = '/usr/share/zoneinfo/tzdata.zi'

/** What Debian builds from another file of the database. */
const BUILT_OTHERWISE = ['WET']

const names = zones
  .flatMap((line) => line.slice(0, line.indexOf('|')).split(' '))
  .filter((name) => !BUILT_OTHERWISE.includes(name))

/** The database of the machine, where it is of the same release. */
const isSameRelease =
  existsSync(TABLE) && readFileSync(TABLE, 'utf8').startsWith(`# version ${release}\n`)

describe.skipIf(!isSameRelease)('findZone() and zdump', { timeout: 180_000 }, () => {
  it('the offsets of all zones are those of the machine, at each change and every 15 days', () => {
    expect(names.length).toBeGreaterThan(590)
    expect(names.filter((name) => !agrees(name))).toEqual([])
  })
})

interface Law {
  begins: number
  seconds: number
}

function agrees(name: string): boolean {
  const laws = lawsOf(name)
  const at = (instant: number) => laws.findLast(({ begins }) => begins <= instant)?.seconds
  const changes = laws.flatMap(({ begins }) => [begins - 1, begins])
  const steps = Array.from(
    { length: Math.floor((UNTIL - FROM) / STEP_MS) },
    (_, index) => FROM + index * STEP_MS,
  )
  return [...changes, ...steps]
    .filter((instant) => FROM <= instant && instant < UNTIL)
    .every((instant) => (findZone(name)?.offset(instant) ?? 0) * 60 === at(instant))
}

/** The lines of `zdump -v` are the last second of a law, and the first of the next one. */
function lawsOf(name: string): Law[] {
  const text = execFileSync('zdump', ['-v', '-c', '1989,2038', name], { encoding: 'utf8' })
  const lines = [...text.matchAll(/ \w{3} (\w{3} +\d+ [\d:]+ \d{4}) UTC? = .*gmtoff=(-?\d+)$/gm)]
  const laws = lines.map(([, time, seconds]) => ({
    begins: Date.parse(`${time} UTC`),
    seconds: Number(seconds),
  }))
  return laws.length > 0 ? [{ begins: -Infinity, seconds: laws[0]!.seconds }, ...laws] : fixed(name)
}

/** `zdump` lists no change of a zone that has had none. */
function fixed(name: string): Law[] {
  const env = { ...process.env, TZ: name }
  const text = execFileSync('date', ['+%z'], { env, encoding: 'utf8' })
  const [, sign, hours, minutes] = /^([+-])(\d\d)(\d\d)/.exec(text) ?? []
  const seconds = (Number(hours) * 60 + Number(minutes)) * 60 * (sign === '-' ? -1 : 1)
  return [{ begins: -Infinity, seconds }]
}
