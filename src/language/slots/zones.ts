import slots from '../../../data/language/slots.json' with { type: 'json' }
import { findZone } from '../../ranking/calendar.ts'
import { byName, type Token, textBetween, wordSet } from '../normalise/tokens.ts'
import type { Span } from './patterns.ts'

const OFFSET = /^(?:utc|gmt)([+-])(\d{1,2})(?::?(\d\d))?$/
/** "Time", "standard time", "time zone". */
const CLOCK = /^(?:(?:standard|daylight|local|summer) )?(?:time ?zone|timezone|time|tz|clock)\b/
/** Between two zones of a list: "in Berlin, Tokyo and Paris". */
const LISTED = /^(?:and|or|&|,|, and)(?: in)?$/
/** A time before or after the name: "today, Berlin". */
const BESIDE = /^(?:today|yesterday|tonight|here)$/
const MARK = /^[?!.,()-]$/
/** The longest name of a place: "Ho Chi Minh City". */
const MAX_WORDS = 4

/** A place after one of these is where the days are meant to be of. */
const PREPOSITIONS = wordSet(slots.zones.prepositions)
const TIMES = wordSet(slots.zones.times)
/** A place after nothing but these is a zone: "and Tokyo?" */
const FOLLOW_UP_WORDS = wordSet(slots.zones.followUp)
/** Names of zones and places that are usually plain words in lower case: "eat", "west", "reading". */
const WORDS = wordSet(`${slots.zones.ambiguousAbbreviations} ${slots.zones.ambiguousPlaces}`)
/** Offsets with minutes, each with a zone that has it all year. */
const PARTIAL: ReadonlyMap<string, string> = new Map(Object.entries(slots.zones.offsets))
const ABBREVIATIONS = byName(slots.zones.abbreviations, ', ')
const PLACES = byName(slots.zones.places, ', ')

let cities: ReadonlyMap<string, string> | undefined

/** The zone by the name of a place; asked for once, because ICU takes its time to list the zones. */
function placeNamed(name: string): string | undefined {
  cities ??= new Map(
    Intl.supportedValuesOf('timeZone').map((zone) => {
      const city = zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
      return [city.toLowerCase(), zone]
    }),
  )
  return PLACES.get(name) ?? cities.get(name)
}

/** The time zones that a message names. Case matters: "PT" is a zone where "pt" is not. */
export function findZones(tokens: readonly Token[]): Span<string>[] {
  const found: Span<string>[] = []
  for (let at = 0; at < tokens.length; at += 1) {
    const zone = ianaAt(tokens, at) ?? offsetAt(tokens, at) ?? nameAt(tokens, at, found.at(-1))
    if (!zone) continue
    found.push(zone)
    at = zone.to - 1
  }
  return found
}

function ianaAt(tokens: readonly Token[], at: number): Span<string> | undefined {
  const text = tokens[at]?.text ?? ''
  const zone = /^[a-z]+(?:\/[a-z_+-]+\d*)+$/.test(text) ? findZone(text) : undefined
  return zone && { from: at, to: at + 1, value: zone.name }
}

/** "UTC+2", "gmt - 5", "UTC minus 5". */
function offsetAt(tokens: readonly Token[], at: number): Span<string> | undefined {
  if (!/^(?:utc|gmt)/.test(tokens[at]?.text ?? '')) return undefined
  for (let to = Math.min(tokens.length, at + 3); to > at; to -= 1) {
    const text = textBetween(tokens, at, to)
    const compact = text.replace('minus', '-').replace('plus', '+').replaceAll(' ', '')
    const [, sign = '', hours = '', minutes = '00'] = OFFSET.exec(compact) ?? []
    const value = sign && offsetZone(sign, Number(hours), minutes)
    if (value) return { from: at, to: to + (tokens[to]?.text === 'time' ? 1 : 0), value }
  }
  return undefined
}

function offsetZone(sign: string, hours: number, minutes: string): string | undefined {
  if (Number(minutes) > 0) return PARTIAL.get(`${sign}${hours}:${minutes}`)
  if (hours === 0) return 'UTC'
  // The sign of Etc/GMT zones is inverted.
  return findZone(`Etc/GMT${sign === '+' ? '-' : '+'}${hours}`)?.name
}

/** "Tokyo time", "PST", "in Berlin", "today, Berlin", "and Tokyo?" */
function nameAt(tokens: readonly Token[], from: number, last?: Span<string>) {
  for (let to = Math.min(tokens.length, from + MAX_WORDS); to > from; to -= 1) {
    const name = textBetween(tokens, from, to).normalize('NFD').replace(/\p{M}/gu, '')
    const abbreviated = ABBREVIATIONS.get(name)
    const value = abbreviated ?? placeNamed(name)
    if (!value || tokens[to]?.text === 'day') continue
    const [clock] = CLOCK.exec(textBetween(tokens, to, to + 3)) ?? []
    if (clock) return { from, to: to + clock.split(' ').length, value }
    const isListed = last !== undefined && LISTED.test(textBetween(tokens, last.to, from))
    const isMeant = isListed || hasContext(tokens, from, to)
    if (isZone(tokens, { from, to, name, isMeant, isAbbreviated: !!abbreviated })) {
      return { from, to, value }
    }
  }
  return undefined
}

interface Named {
  from: number
  to: number
  name: string
  /** Whether it stands where a zone may. */
  isMeant: boolean
  isAbbreviated: boolean
}

/** "PST" is a zone, "GST billing" is none, and neither is "a pt app" or "people eat". */
function isZone(tokens: readonly Token[], { from, to, name, isMeant, isAbbreviated }: Named) {
  const isShouted = tokens.slice(from, to).every(({ typed }) => typed === typed.toUpperCase())
  const next = tokens[to]?.text ?? '?'
  const isWord = WORDS.has(name) && (!isShouted || NOUN.test(next))
  if (isWord) return isAbbreviated && isMeant && isEnd(tokens, to)
  return isMeant || (isAbbreviated && (isShouted || MARK.test(next)))
}

/** The noun after an abbreviation that is no zone: "GST billing", "PT management". */
const NOUN = /^(?!please|pls|top|and)[a-z]{3}/

function isEnd(tokens: readonly Token[], to: number): boolean {
  return tokens.slice(to).every(({ text }) => MARK.test(text))
}

/** A preposition or time word next to the name, or nothing else in the message. */
function hasContext(tokens: readonly Token[], from: number, to: number): boolean {
  const before = tokens[tokens[from - 1]?.text === 'the' ? from - 2 : from - 1]?.text ?? ''
  const next = tokens[to]?.text ?? ''
  if (PREPOSITIONS.has(before) || BESIDE.test(next) || (before === '(' && next === ')')) return true
  const isBeside = TIMES.has(before) || MARK.test(before)
  const isAlone = tokens
    .slice(0, from)
    .every(({ text }) => FOLLOW_UP_WORDS.has(text) || text === ',')
  return isEnd(tokens, to) && (isBeside || isAlone)
}
