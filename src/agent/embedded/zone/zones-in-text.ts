import { findZone } from '../../../ranking/calendar.ts'
import { wordSet } from '../wording/words.ts'
import { offsetZone } from './offset-zone.ts'
import { zoneOfAbbreviation, zoneOfPlace } from './zone-names.ts'

export interface FoundZone {
  index: number
  length: number
  zone: string
  /** Whether nothing but a time zone can be meant; "in London" may be where a product is from. */
  sure: boolean
}

const IANA = /\b[a-z]+(?:\/[a-z_+-]+\d*)+/gi
const OFFSET = /\b(?:utc|gmt) ?([+-]) ?(\d{1,2})(?::?(\d\d))?\b(?: time)?/gi
const SHORT = /\b[a-z]{2,4}\b/gi

/** "Tokyo time". */
const CLOCK = new RegExp(
  '\\b((?:[a-z]+ ){0,3}?[a-z]+) (?:(?:standard|daylight|local|summer) )?' +
    '(?:time ?zone|timezone|time|tz|clock)\\b',
  'gi',
)
const PREPOSITION = /\b(?:in|for|at|using|per|on|to) (?:the )?(?=((?:[a-z]+ ){0,3}[a-z]+))/gi
const TRAILING =
  /(?:\b(?:in|at) |, ?|\b(?:today|yesterday|week|month) )(et|pt|ct|mt|ist|gst|ast)[ ?!.]*$/gi

/** "Today, Berlin". */
const TRAILING_PLACE = new RegExp(
  '(?:[,(] ?| - |\\b(?:today|yesterday|tonight|week|month|year) )' +
    '((?:[a-z]+ ){0,3}[a-z]+)[)?!. ]*$',
  'gi',
)

/** "And Tokyo?" */
const ALONE =
  /^(?:(?:and|or|now|ok|but|what about|how about|same|then|try|the) )*([a-z ]+?)[ ?!.]*$/i

/** In lower case these are words first: "eat", "west", "et al". */
const WORDS_FIRST = wordSet('et ct mt pt art eat west wet ast gst ist ict cat wib mez adt trt')

/** Cities that are words first. */
const NO_PLACE = wordSet(
  'center easter male troll jersey nome knox reunion casey davis wake la christmas',
)

/** More than anybody asks about at once. */
const MAX_ZONES = 24

/** The time zones that a text names, in its own case: "PT" is a zone where "pt" is not. */
export function zonesInText(typed: string): FoundZone[] {
  const text = typed.replace(/[\u00C0-\u017F]/g, unaccented)
  const found = [
    ...matches(text, IANA, ([name]) => findZone(name)?.name),
    ...matches(text, OFFSET, ([, sign, hours, minutes]) => offsetZone(sign, hours, minutes)),
    ...clocks(text),
    ...matches(text, SHORT, ([name]) => abbreviation(name)),
    ...matches(text, TRAILING, ([, name = '']) => zoneOfAbbreviation(name.toLowerCase())),
    ...placesIn(text),
  ]
  return found
    .slice(0, MAX_ZONES)
    .filter((zone, at) => !found.slice(0, at).some((earlier) => overlap(zone, earlier)))
}

/** "São Paulo" as "Sao Paulo": as many characters as before, so that places stay in place. */
function unaccented(character: string): string {
  return character.normalize('NFD').charAt(0)
}

function matches(
  text: string,
  pattern: RegExp,
  zoneOf: (match: RegExpExecArray) => string | undefined,
): FoundZone[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const zone = zoneOf(match)
    return zone ? [{ index: match.index, length: match[0].length, zone, sure: true }] : []
  })
}

/** "Tokyo time", "eastern standard time": the longest name that ends before the word. */
function clocks(text: string): FoundZone[] {
  return [...text.matchAll(CLOCK)].flatMap((match) => {
    const names = endings((match[1] ?? '').split(' '))
    const name = names.find((words) => zoneNamed(words.toLowerCase()))
    const zone = name && zoneNamed(name.toLowerCase())
    if (!name || !zone) return []
    const skipped = (match[1] ?? '').length - name.length
    return [{ index: match.index + skipped, length: match[0].length - skipped, zone, sure: true }]
  })
}

function placesIn(text: string): FoundZone[] {
  const alone = ALONE.exec(text)
  const found = [
    ...text.matchAll(PREPOSITION),
    ...text.matchAll(TRAILING_PLACE),
    ...(alone ? [alone] : []),
  ]
  return found.flatMap(([all, words = ''], at) => {
    const start = all.lastIndexOf(words)
    const index = (found[at]?.index ?? 0) + (start < 0 ? all.length : start)
    const name = beginnings(words.split(' ')).find((name) => isPlace(name))
    const zone = name && zoneOfPlace(name.toLowerCase())
    return name && zone ? [{ index, length: name.length, zone, sure: false }] : []
  })
}

function isPlace(name: string): boolean {
  const plain = name.toLowerCase()
  const isWord = NO_PLACE.has(plain) && name !== name.toUpperCase()
  return !isWord && zoneOfPlace(plain) !== undefined
}

function abbreviation(name: string): string | undefined {
  const isTyped = name === name.toUpperCase() || !WORDS_FIRST.has(name.toLowerCase())
  return isTyped ? zoneOfAbbreviation(name.toLowerCase()) : undefined
}

function zoneNamed(name: string): string | undefined {
  return zoneOfAbbreviation(name) ?? zoneOfPlace(name)
}

/** Longest first. */
function beginnings(words: readonly string[]): string[] {
  return words.map((_, at) => words.slice(0, words.length - at).join(' '))
}

function endings(words: readonly string[]): string[] {
  return words.map((_, at) => words.slice(at).join(' '))
}

function overlap(a: FoundZone, b: FoundZone): boolean {
  return a.index < b.index + b.length && b.index < a.index + a.length
}
