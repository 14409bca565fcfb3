import { findZone } from '../../ranking/calendar.ts'
import { ZONE_ABBREVIATIONS, ZONE_PLACES } from '../normalise/lexicon.ts'
import type { Token } from '../normalise/utterance.ts'
import { type Span, spanOf } from './times.ts'

export interface Zone {
  name: string
  /** Whether nothing but a time zone can be meant; "in London" may be where a product is from. */
  isSure: boolean
}

const OFFSET = /^(?:utc|gmt)([+-])(\d{1,2})(?::?(\d\d))?$/
const CLOCK = new Set(['time', 'timezone', 'tz', 'clock', 'zone'])
const KINDS_OF_CLOCK = new Set(['standard', 'daylight', 'local', 'summer'])
const PREPOSITIONS = words('in for at using per on to from tz timezone zone by near = : vs')
const TIMES = words('today yesterday tonight week month year')
const BEFORE_ALONE = words(
  'and or now ok but what how about same then try the sorry no i meant mean in for switch to it make that',
)

/** In lower case these are words first: "eat", "west", "et al". */
const WORDS_FIRST = words('et ct mt pt art eat west wet ast gst ist ict cat wib mez adt trt met')
const NO_PLACE = words(
  'center easter male troll jersey nome knox reunion casey davis wake la christmas us central universal',
)
const MAX_WORDS = 4
const MAX_HOURS = { '+': 14, '-': 12 }

/** Offsets that are no whole hours, and a zone that keeps each all year. */
const PARTIAL: Readonly<Record<string, string>> = {
  '+3:30': 'Asia/Tehran',
  '+4:30': 'Asia/Kabul',
  '+5:30': 'Asia/Kolkata',
  '+5:45': 'Asia/Kathmandu',
  '+6:30': 'Asia/Yangon',
  '+8:45': 'Australia/Eucla',
  '+9:30': 'Australia/Darwin',
  '-9:30': 'Pacific/Marquesas',
}

/** The time zones that a message names; in its own case, "PT" is a zone where "pt" is not. */
export function findZones(tokens: readonly Token[]): Span<Zone>[] {
  const found: Span<Zone>[] = []
  for (let at = 0; at < tokens.length; at += 1) {
    const zone = zoneAt(tokens, at)
    if (!zone) continue
    found.push(zone)
    at = zone.to - 1
  }
  return found
}

function zoneAt(tokens: readonly Token[], at: number): Span<Zone> | undefined {
  const text = textAt(tokens, at)
  const iana =
    text.includes('/') && /^[a-z]+(?:\/[a-z_+-]+\d*)+$/.test(text) && findZone(text)?.name
  if (iana) return spanOf(tokens, at, at + 1, { name: iana, isSure: true })
  const offset = offsetAt(tokens, at)
  if (offset) return offset
  for (
    let to = Math.min(tokens.length, at + (named().lengths.get(plain(text)) ?? 0));
    to > at;
    to -= 1
  ) {
    const words = tokens.slice(at, to).map((token) => plain(token.text))
    const name = named().zones.get(words.join(' '))
    const zone = name && nameAt(tokens, at, to, name)
    if (zone) return zone
  }
  return undefined
}

/** "Tokyo time", "PST", "in Berlin", "today, Berlin", "and Tokyo?" */
function nameAt(tokens: readonly Token[], at: number, to: number, name: string) {
  const clock = KINDS_OF_CLOCK.has(textAt(tokens, to)) ? to + 1 : to
  if (CLOCK.has(textAt(tokens, clock))) {
    const isTwo = textAt(tokens, clock) === 'time' && textAt(tokens, clock + 1) === 'zone'
    return spanOf(tokens, at, clock + (isTwo ? 2 : 1), { name, isSure: true })
  }
  const typed = tokens
    .slice(at, to)
    .map(({ cased }) => cased)
    .join(' ')
  const lower = typed.toLowerCase()
  const isShouted = typed === typed.toUpperCase()
  const isLast = tokens.slice(to).every(({ text }) => /^[?!.)]$/.test(text))
  const isApart = isPlaced(tokens, at, to, isLast)
  if (ZONE_ABBREVIATIONS.has(lower)) {
    const isSure = isShouted || !WORDS_FIRST.has(lower) || (isLast && isApart)
    return isSure ? spanOf(tokens, at, to, { name, isSure: true }) : undefined
  }
  const isWord = NO_PLACE.has(lower) && !isShouted
  return isApart && !isWord ? spanOf(tokens, at, to, { name, isSure: false }) : undefined
}

function isPlaced(tokens: readonly Token[], at: number, to: number, isLast: boolean): boolean {
  const before = textAt(tokens, textAt(tokens, at - 1) === 'the' ? at - 2 : at - 1)
  if (PREPOSITIONS.has(before) || /^(?:today|yesterday|tonight)$/.test(textAt(tokens, to)))
    return true
  if (!isLast) return false
  return (
    TIMES.has(before) ||
    /^[,(-]$/.test(before) ||
    tokens.slice(0, at).every(({ text }) => BEFORE_ALONE.has(text) || text === ',')
  )
}

/** "UTC+2", "gmt - 5", "UTC minus 5". */
function offsetAt(tokens: readonly Token[], at: number): Span<Zone> | undefined {
  if (!/^(?:utc|gmt)/.test(textAt(tokens, at))) return undefined
  for (const length of [3, 2, 1]) {
    const text = tokens
      .slice(at, at + length)
      .map((token) => token.text.replace('minus', '-').replace('plus', '+'))
      .join('')
    const [, sign = '', hours = '', minutes = '00'] = OFFSET.exec(text) ?? []
    const name = sign && offsetZone(sign === '+' ? '+' : '-', Number(hours), minutes)
    if (!name) continue
    const isTime = textAt(tokens, at + length) === 'time'
    return spanOf(tokens, at, at + length + (isTime ? 1 : 0), { name, isSure: true })
  }
  return undefined
}

function offsetZone(sign: '+' | '-', hours: number, minutes: string): string | undefined {
  if (Number(minutes) > 0) return PARTIAL[`${sign}${hours}:${minutes}`]
  if (hours === 0) return 'UTC'
  // IANA's own names count the other way round.
  return hours > MAX_HOURS[sign] ? undefined : `Etc/GMT${sign === '+' ? '-' : '+'}${hours}`
}

let known: { zones: ReadonlyMap<string, string>; lengths: ReadonlyMap<string, number> } | undefined

/** Every zone by its names in lower case: our table's, and the cities of IANA's. */
function named() {
  if (known) return known
  const cities = Intl.supportedValuesOf('timeZone').map((zone): [string, string] => [
    zone
      .slice(zone.lastIndexOf('/') + 1)
      .replaceAll('_', ' ')
      .toLowerCase(),
    zone,
  ])
  const zones = new Map([...cities, ...ZONE_PLACES, ...ZONE_ABBREVIATIONS])
  const lengths = new Map<string, number>()
  for (const name of zones.keys()) {
    const [first = '', ...more] = name.split(' ')
    lengths.set(first, Math.min(MAX_WORDS, Math.max(lengths.get(first) ?? 0, more.length + 1)))
  }
  known = { zones, lengths }
  return known
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '')
}

function textAt(tokens: readonly Token[], at: number): string {
  return tokens[at]?.text ?? ''
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '))
}
