import slots from '../../../data/language/slots.json' with { type: 'json' }
import { findZone } from '../../ranking/calendar.ts'
import { classesOf, isOf, wordSet, ZONE_ABBREVIATIONS, ZONE_PLACES } from '../normalise/lexicon.ts'
import { withoutAccents } from '../normalise/rewrite.ts'
import { type Token, textAt, textBetween } from '../normalise/utterance.ts'
import { isPast } from './clauses.ts'
import { SLOT_WORDS } from './slot-words.ts'
import type { Span } from './times.ts'

export interface Zone {
  name: string
  /** Can only be a time zone; "in London" may also say where a product is from. */
  isSure: boolean
}

const OFFSET = /^(?:utc|gmt)([+-])(\d{1,2})(?::?(\d\d))?$/
const CLOCK = wordSet(slots.zones.clock)
/** "O'clock" is two tokens. */
const CLOCK_KINDS = wordSet(slots.zones.clockKinds)
const PREPOSITIONS = wordSet(slots.zones.prepositions)
const TIMES = wordSet(slots.zones.times)
/** A place after nothing but these is a zone: "and Tokyo?" */
const FOLLOW_UP_WORDS = wordSet(slots.zones.followUp)

/** Abbreviations that are usually plain words in lower case: "eat", "west", "et al". */
const AMBIGUOUS_ABBREVIATIONS = wordSet(slots.zones.ambiguousAbbreviations)
/** Names of places that are usually plain words. */
const AMBIGUOUS_PLACES = wordSet(slots.zones.ambiguousPlaces)
/** Of the name of a place: "Ho Chi Minh City". */
const MAX_WORDS = 4

/** Offsets with minutes, each with a zone that has it all year. */
const PARTIAL: ReadonlyMap<string, string> = new Map(Object.entries(slots.zones.offsets))

/** Between two zones of a list: "in Berlin, Tokyo and Paris". */
const LISTED = /^(?:and|or|&|,|, and)(?: in)?$/

/** The time zones that a message names. Case matters: "PT" is a zone where "pt" is not. */
export function findZones(tokens: readonly Token[]): Span<Zone>[] {
  const found: Span<Zone>[] = []
  for (let at = 0; at < tokens.length; at += 1) {
    const zone = zoneAt(tokens, at, found.at(-1))
    if (!zone) continue
    found.push(zone)
    at = zone.to - 1
  }
  return found
}

function zoneAt(
  tokens: readonly Token[],
  at: number,
  last: Span<Zone> | undefined,
): Span<Zone> | undefined {
  const text = textAt(tokens, at)
  const iana = /^[a-z]+(?:\/[a-z_+-]+\d*)+$/.test(text) ? findZone(text) : undefined
  if (iana) return { from: at, to: at + 1, value: { name: iana.name, isSure: true } }
  const offset = offsetAt(tokens, at)
  if (offset) return offset
  for (let to = Math.min(tokens.length, at + MAX_WORDS); to > at; to -= 1) {
    const name = zonesByName().get(withoutAccents(textBetween(tokens, at, to)))
    if (!name) continue
    const isListed = last !== undefined && LISTED.test(textBetween(tokens, last.to, at))
    const zone = nameAt(tokens, { at, to, name, isListed })
    if (zone) return zone
  }
  return undefined
}

/** "Tokyo time", "PST", "in Berlin", "today, Berlin", "and Tokyo?" */
function nameAt(
  tokens: readonly Token[],
  { at, to, name, isListed }: { at: number; to: number; name: string; isListed: boolean },
) {
  if (textAt(tokens, to) === 'day') return undefined
  const end = clockEnd(tokens, to)
  if (end !== undefined) return { from: at, to: end, value: { name, isSure: true } }
  const typed = tokens
    .slice(at, to)
    .map(({ cased }) => cased)
    .join(' ')
  const lower = typed.toLowerCase()
  const isUpperCase = typed === typed.toUpperCase()
  const isLast = tokens.slice(to).every(({ text }) => /^[?!.)]$/.test(text))
  const hasContext = hasZoneContext(tokens, at, to, isLast) || isListed
  if (ZONE_ABBREVIATIONS.has(lower)) {
    const isWord = AMBIGUOUS_ABBREVIATIONS.has(lower) && (!isUpperCase || isSubject(tokens, to))
    const isSure = !isWord || (isLast && hasContext)
    return isSure ? { from: at, to, value: { name, isSure: true } } : undefined
  }
  const isWord = AMBIGUOUS_PLACES.has(lower) && !isUpperCase
  const isZone = hasContext && !isWord && !isPast(tokens, { from: at, to })
  return isZone ? { from: at, to, value: { name, isSure: false } } : undefined
}

/** The end of "time", "standard time", "time zone" or "o'clock" at a place; undefined if it is none. */
function clockEnd(tokens: readonly Token[], at: number): number | undefined {
  const clock = CLOCK_KINDS.has(textAt(tokens, at)) ? at + 1 : at
  if (!CLOCK.has(textAt(tokens, clock))) return undefined
  const isTwoWords = textAt(tokens, clock) === 'time' && textAt(tokens, clock + 1) === 'zone'
  return clock + (isTwoWords ? 2 : 1)
}

/** Whether a noun is at a place: in "GST billing" and "PT management", what goes before is no zone. */
function isSubject(tokens: readonly Token[], at: number): boolean {
  const text = textAt(tokens, at)
  if (!/^[a-z]{2,}$/.test(text) || SLOT_WORDS.has(text)) return false
  return isOf(text, 'subject', 'kind') || classesOf(text).length === 0
}

/** A preposition or time word next to the name, or nothing else in the message. */
function hasZoneContext(
  tokens: readonly Token[],
  at: number,
  to: number,
  isLast: boolean,
): boolean {
  const before = textAt(tokens, textAt(tokens, at - 1) === 'the' ? at - 2 : at - 1)
  const isPlace = /^(?:today|yesterday|tonight|here|calling|speaking|based)$/
  if (PREPOSITIONS.has(before) || isPlace.test(textAt(tokens, to))) return true
  if (!isLast) return before === '(' && textAt(tokens, to) === ')'
  return (
    TIMES.has(before) ||
    /^[,(-]$/.test(before) ||
    tokens.slice(0, at).every(({ text }) => FOLLOW_UP_WORDS.has(text) || text === ',')
  )
}

/** "UTC+2", "gmt - 5", "UTC minus 5". */
function offsetAt(tokens: readonly Token[], at: number): Span<Zone> | undefined {
  if (!/^(?:utc|gmt)/.test(textAt(tokens, at))) return undefined
  for (let to = Math.min(tokens.length, at + 3); to > at; to -= 1) {
    const text = tokens
      .slice(at, to)
      .map((token) => token.text.replace('minus', '-').replace('plus', '+'))
      .join('')
    const [, sign = '', hours = '', minutes = '00'] = OFFSET.exec(text) ?? []
    const name = sign && offsetZone(sign, Number(hours), minutes)
    if (!name) continue
    const isTime = textAt(tokens, to) === 'time'
    return { from: at, to: isTime ? to + 1 : to, value: { name, isSure: true } }
  }
  return undefined
}

function offsetZone(sign: string, hours: number, minutes: string): string | undefined {
  if (Number(minutes) > 0) return PARTIAL.get(`${sign}${hours}:${minutes}`)
  if (hours === 0) return 'UTC'
  // The sign of Etc/GMT zones is inverted.
  return findZone(`Etc/GMT${sign === '+' ? '-' : '+'}${hours}`)?.name
}

let cached: ReadonlyMap<string, string> | undefined

/** Zones by lowercase name. */
function zonesByName(): ReadonlyMap<string, string> {
  cached ??= new Map([
    ...Intl.supportedValuesOf('timeZone').map((zone): [string, string] => [cityOf(zone), zone]),
    ...ZONE_PLACES,
    ...ZONE_ABBREVIATIONS,
  ])
  return cached
}

function cityOf(zone: string): string {
  return zone
    .slice(zone.lastIndexOf('/') + 1)
    .replaceAll('_', ' ')
    .toLowerCase()
}
