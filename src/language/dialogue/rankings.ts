import { COUNT } from '../../ranking/limits.ts'
import { isOf } from '../normalise/lexicon.ts'
import { ORDINALS } from '../normalise/numbers.ts'
import { textOf } from '../normalise/utterance.ts'
import { type Slots, strongest } from '../slots/slots.ts'
import type { Timeframe } from '../slots/timeframe.ts'
import { ACTION_INTENTS } from './intents.ts'
import { isBare, type Part, type Reading } from './parts.ts'
import type { RankingRequest } from './request.ts'

const RECENT =
  /\b(?:hot|hottest|new|newest|latest|recent|trending|trends?|fresh|buzz\w*|viral|popping|hyped?)\b/
const ALL =
  /\b(?:(?:all|every)(?: (?:of|the|your|our|single))*(?: \w+)? (?:products?|launch(?:es)?|apps?|tools?|results?|winners)|everything|(?:full|whole|entire|complete) (?:list|ranking|leaderboard)|as many as)\b/

const SUPERLATIVE =
  '(?:top|best|greatest|biggest|hottest|coolest|leading|favou?rite|winning|most \\w+|highest \\w+)'
const NOUN = '(?:product|launch|thing|app|tool|one|startup|post|release|item)'

/** Asks for a single product. */
const SINGLE = new RegExp(
  `\\b(?:${SUPERLATIVE} (?:\\w+ ){0,2}${NOUN}(?! hunt)|the (?:winner|champion|leader)|(?:single|one) (?:one|best)|` +
    'who (?:is |was |has )?(?:won|wins|winning|leading|first|top|on top)|product of the)\\b',
)

const PLACE = new RegExp(
  `\\b(?:(?:(${ORDINALS.slice(1, 11).join('|')})|(\\d+)(?:st|nd|rd|th)) (?:best|most|place|highest|biggest|ranked)|(?:number|place|position) (\\d+))\\b`,
  'g',
)

/** The times and counts that the parts of one ranking name. */
interface Group {
  times: readonly Timeframe[]
  counts: readonly number[]
  /** The last place that is asked for: "the third best product", "#1 and #2". */
  place: number | undefined
  text: string
}

/** The rankings that a message asks for: one per timeframe, or per zone, each with its count. */
export function rankingsOf(parts: readonly Part[], reading: Reading): RankingRequest[] {
  const groups = grouped(parts)
  const zones = [...new Set(reading.slots.zones.map(({ value }) => value.name))]
  const isRecent = RECENT.test(reading.utterance.text)
  const ownCounts = groups.flatMap(({ counts }) => counts)
  const otherParts = parts.filter(({ intent }) => !ACTION_INTENTS.has(intent))
  const counts = ownCounts.length > 0 ? ownCounts : otherParts.flatMap(countsIn)
  const sharedCount = counts.length === 1 ? counts[0] : undefined
  const sharedTimes = timesIn(reading)
  const [topic] = parts.flatMap((part) => (part.intent === 'ranking' ? topicsIn(part) : []))
  return groups.flatMap((group) => {
    const isOnly = groups.length === 1
    const times = isOnly && group.times.length === 0 ? sharedTimes : group.times
    const isPerZone = isOnly && times.length < 2 && zones.length > 1
    const count = sharedCount ?? impliedCount(group)
    const zoneNames = isPerZone ? zones : zones.slice(0, 1)
    return crossed(times, zoneNames).map(({ time, zone }, index): RankingRequest => {
      const own = times.length > 1 ? group.counts[index] : undefined
      const each = own ?? group.counts[0] ?? count
      return { kind: 'ranking', time, zone, count: each, isRecent, topic }
    })
  })
}

/** "Podcast apps", "AI launches", "in design": products of a topic. */
export function topicsIn({ items }: Part): string[] {
  return items.flatMap((item, at) => {
    const [before, next] = [items[at - 1], items[at + 1]]
    if (!isOf(item.text, 'subject') || isOf(item.text, 'product')) return []
    if (next && isOf(next.text, 'product')) return textOf([item, next])
    return before && /^(?:in|for|about)$/.test(before.text) ? item.text : []
  })
}

/** Each time with each zone, where there may be none of either. */
function crossed(times: readonly Timeframe[], zones: readonly string[]) {
  const eachZone = zones.length > 0 ? zones : [undefined]
  const eachTime = times.length > 0 ? times : [undefined]
  return eachTime.flatMap((time) => eachZone.map((zone) => ({ time, zone })))
}

/** Groups each ranking with the parts that complete it: "who led last month? 9 of them". */
function grouped(parts: readonly Part[]): Group[] {
  const groups: Group[] = []
  for (const part of parts) {
    const last = groups.at(-1)
    const isRanking = part.intent === 'ranking'
    if (!isRanking && !(last && isBare(part))) continue
    const group = groupOf(part)
    if (last && isCompatible(last, group)) groups.splice(-1, 1, merged(last, group))
    else if (isRanking || group.times.length > 0) groups.push(group)
  }
  return groups
}

function groupOf(part: Part): Group {
  const text = textOf(part.items.map(({ token }) => token))
  const places = Array.from(text.matchAll(PLACE), ([, ordinal = '', nth, number]) =>
    Number(number ?? nth ?? ORDINALS.indexOf(ordinal)),
  )
  const place = Math.max(...places)
  return {
    times: timesIn(part),
    counts: countsIn(part),
    place: place > 0 ? place : undefined,
    text: part.text,
  }
}

export function timesIn({ slots }: { slots: Slots }): Timeframe[] {
  return strongest(slots.times.map(({ value }) => value))
}

function countsIn({ slots }: Part): number[] {
  return slots.counts.map(({ value }) => value.value)
}

/** Whether two groups can be one ranking: neither times nor counts conflict. */
function isCompatible(a: Group, b: Group): boolean {
  const isNewTime =
    a.times.length > 0 && b.times.some((time) => !a.times.some(({ text }) => text === time.text))
  const isNewCount = a.counts.length > 0 && b.counts.length > 0 && a.counts[0] !== b.counts[0]
  return !isNewTime && !isNewCount
}

function merged(a: Group, b: Group): Group {
  const times = a.times.length > 0 ? a.times : b.times
  const counts = a.counts.length > 0 ? a.counts : b.counts
  return { times, counts, place: a.place ?? b.place, text: `${a.text} ${b.text}` }
}

export function impliedCountOf(part: Part): number | undefined {
  return impliedCount(groupOf(part))
}

/** A list down to the place that is asked for has that place in it. */
function impliedCount({ text, place }: Group): number | undefined {
  if (ALL.test(text)) return COUNT.max
  if (place !== undefined) return place
  return SINGLE.test(text) && !/\b(?:top|best) (?:and|or)\b/.test(text) ? 1 : undefined
}
