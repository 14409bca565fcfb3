import { findZone } from '../../ranking/calendar.ts'
import { ZONE_ABBREVIATIONS, ZONE_PLACES } from '../normalise/lexicon.ts'
import { longest, type Span } from './times.ts'

export interface Zone {
  name: string
  /** Whether nothing but a time zone can be meant; "in London" may be where a product is from. */
  isSure: boolean
}

const IANA = /(?<!\S)[a-z]+(?:\/[a-z_+-]+\d*)+/gi
const OFFSET = /\b(?:utc|gmt) ?([+-]|minus) ?(\d{1,2})(?::?(\d\d))?\b(?: time)?/gi
const SHORT = /\b[a-z]{2,4}\b/gi

/** "Tokyo time". */
const CLOCK =
  /\b((?:[a-z]+ ){0,3}?[a-z]+) (?:(?:standard|daylight|local|summer) )?(?:time ?zone|timezone|time|tz|clock)\b/gi
const PREPOSITION =
  /\b(?:in|for|at|using|per|on|to|from|tz|timezone|zone) (?:the )?(?=((?:[a-z]+ ){0,3}[a-z]+))/gi
const TRAILING =
  /(?:\b(?:in|at) | , |\b(?:today|yesterday|week|month) )(et|pt|ct|mt|ist|gst|ast)[ ?!.]*$/gi

/** "Today, Berlin". */
const TRAILING_PLACE =
  /(?:[,(] | - |\b(?:today|yesterday|tonight|week|month|year) )((?:[a-z]+ ){0,3}[a-z]+)[)?!. ]*$/gi

/** "And Tokyo?" */
const ALONE =
  /^(?:(?:and|or|now|ok|but|what about|how about|same|then|try|the|sorry|no|i meant) )*([a-z ]+?)[ ?!.]*$/i

/** In lower case these are words first: "eat", "west", "et al". */
const WORDS_FIRST = new Set(
  'et ct mt pt art eat west wet ast gst ist ict cat wib mez adt trt met'.split(' '),
)
const NO_PLACE = new Set(
  'center easter male troll jersey nome knox reunion casey davis wake la christmas us central universal'.split(
    ' ',
  ),
)

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

let cities: ReadonlyMap<string, string> | undefined

/** The time zones that a text names, in its own case: "PT" is a zone where "pt" is not. */
export function findZones(cased: string): Span<Zone>[] {
  const text = cased.replace(/[\u00C0-\u017F]/g, (letter) => letter.normalize('NFD').charAt(0))
  const sure = [
    ...matches(text, IANA, ([name]) => findZone(name)?.name),
    ...matches(text, OFFSET, ([, sign, hours, minutes]) => offsetZone(sign, hours, minutes)),
    ...clocks(text),
    ...matches(text, SHORT, ([name]) => abbreviation(name)),
    ...matches(text, TRAILING, ([, name = '']) => ZONE_ABBREVIATIONS.get(name.toLowerCase())),
  ]
  return longest([...sure, ...placesIn(text)])
}

/** The zone of a place in lower case: a city that names an IANA zone, or one of our table. */
function zoneOfPlace(name: string): string | undefined {
  const known = ZONE_PLACES.get(name)
  if (known) return known
  cities ??= new Map(
    Intl.supportedValuesOf('timeZone').map((zone): [string, string] => [
      zone
        .slice(zone.lastIndexOf('/') + 1)
        .replaceAll('_', ' ')
        .toLowerCase(),
      zone,
    ]),
  )
  return cities.get(name)
}

function offsetZone(sign = '+', hours = '0', minutes = '00'): string | undefined {
  const plus = sign === '+'
  if (Number(minutes) > 0) return PARTIAL[`${plus ? '+' : '-'}${Number(hours)}:${minutes}`]
  if (Number(hours) === 0) return 'UTC'
  if (Number(hours) > (plus ? 14 : 12)) return undefined
  // IANA's own names count the other way round.
  return `Etc/GMT${plus ? '-' : '+'}${Number(hours)}`
}

function matches(
  text: string,
  pattern: RegExp,
  zoneOf: (match: RegExpExecArray) => string | undefined,
): Span<Zone>[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const name = zoneOf(match)
    const [start, end] = [match.index, match.index + match[0].length]
    return name ? [{ start, end, value: { name, isSure: true } }] : []
  })
}

/** "Tokyo time", "eastern standard time": the longest name that ends before the word. */
function clocks(text: string): Span<Zone>[] {
  return [...text.matchAll(CLOCK)].flatMap(({ index, 0: all, 1: words = '' }) => {
    const known = endings(words).find((ending) => zoneNamed(ending.toLowerCase()))
    const name = known && zoneNamed(known.toLowerCase())
    const start = index + words.length - (known?.length ?? 0)
    return name ? [{ start, end: index + all.length, value: { name, isSure: true } }] : []
  })
}

function placesIn(text: string): Span<Zone>[] {
  const alone = ALONE.exec(text)
  const found = [
    ...text.matchAll(PREPOSITION),
    ...text.matchAll(TRAILING_PLACE),
    ...(alone ? [alone] : []),
  ]
  return found.flatMap(({ index, 0: all, 1: words = '' }) => {
    const at = all.lastIndexOf(words)
    const start = index + (at < 0 || all === '' ? all.length : at)
    const known = beginnings(words).find(isPlace)
    const name = known && zoneOfPlace(known.toLowerCase())
    const end = start + (known?.length ?? 0)
    return name ? [{ start, end, value: { name, isSure: false } }] : []
  })
}

function isPlace(name: string): boolean {
  const plain = name.toLowerCase()
  const isWord = NO_PLACE.has(plain) && name !== name.toUpperCase()
  return !isWord && zoneOfPlace(plain) !== undefined
}

function abbreviation(name: string): string | undefined {
  const isTyped = name === name.toUpperCase() || !WORDS_FIRST.has(name.toLowerCase())
  return isTyped ? ZONE_ABBREVIATIONS.get(name.toLowerCase()) : undefined
}

function zoneNamed(name: string): string | undefined {
  return ZONE_ABBREVIATIONS.get(name) ?? zoneOfPlace(name)
}

/** Longest first. */
function beginnings(text: string): string[] {
  const words = text.split(' ')
  return words.map((_, at) => words.slice(0, words.length - at).join(' '))
}

function endings(text: string): string[] {
  const words = text.split(' ')
  return words.map((_, at) => words.slice(at).join(' '))
}
