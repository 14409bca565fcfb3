import { COUNT } from '../../ranking/limits.ts'
import { type Slots, strongest } from '../slots/slots.ts'
import type { Timeframe } from '../slots/timeframe.ts'
import { ACTION_INTENTS } from './evidence.ts'
import { isBare, type Part } from './parts.ts'
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
  `\\b(?:${SUPERLATIVE} (?:\\w+ ){0,2}${NOUN}(?! hunt)|the (?:winner|champion|leader)|(?:single|one) (?:one|best)|number (?:1|one|NUM|COUNT)|first place|` +
    'who (?:is |was |has )?(?:won|wins|winning|leading|first|top|on top)|product of the)\\b',
)

interface Group {
  times: Timeframe[]
  counts: number[]
  texts: string[]
}

/** The rankings that a message asks for: one per timeframe, or per zone, each with its count. */
export function rankingsOf(parts: readonly Part[], slots: Slots, text: string): RankingRequest[] {
  const groups = grouped(parts)
  if (groups.length === 0) return []
  const zones = [...new Set(slots.zones.map(({ value }) => value.name))]
  const messageTimes = strongest(slots.times.map(({ value }) => value))
  const groupCounts = groups.flatMap(({ counts }) => counts)
  const otherCounts = parts
    .filter(({ intent }) => !ACTION_INTENTS.has(intent))
    .flatMap((part) => part.slots.counts.map(({ value }) => value.value))
  const sharedCount =
    groupCounts.length === 1
      ? groupCounts[0]
      : groupCounts[0] === undefined
        ? otherCounts[0]
        : undefined
  return groups.flatMap((group): RankingRequest[] => {
    const times = group.times.length > 0 ? group.times : groups.length === 1 ? messageTimes : []
    const implied = impliedCount(group.texts.join(' '))
    const rankingFor = (
      time: Timeframe | undefined,
      index: number,
      zone = zones[0],
    ): RankingRequest => ({
      kind: 'ranking',
      time,
      zone,
      count:
        (group.counts.length > 1 && times.length > 1 ? group.counts[index] : group.counts[0]) ??
        sharedCount ??
        implied,
      isRecent: RECENT.test(text),
    })
    if (groups.length === 1 && times.length < 2 && zones.length > 1)
      return zones.map((zone) => rankingFor(times[0], 0, zone))
    return times.length > 0
      ? times.map((time, index) => rankingFor(time, index))
      : [rankingFor(undefined, 0)]
  })
}

/** Groups each ranking with the parts that complete it: "who led last month? 9 of them". */
function grouped(parts: readonly Part[]): Group[] {
  const groups: Group[] = []
  let pending: Part[] = []
  for (const part of parts) {
    const last = groups.at(-1)
    if (part.intent === 'ranking') {
      addGroup(groups, groupOf([...pending, part]))
      pending = []
    } else if (isBare(part)) {
      if (last) addDetails(groups, last, groupOf([part]))
      else pending.push(part)
    }
  }
  return groups
}

function addGroup(groups: Group[], group: Group) {
  const last = groups.at(-1)
  if (last && isCompatible(last, group)) merge(last, group)
  else groups.push(group)
}

function addDetails(groups: Group[], last: Group, more: Group) {
  if (isCompatible(last, more)) return merge(last, more)
  const counts = more.counts.length > 0 ? more.counts : last.counts
  if (more.times.length > 0) groups.push({ ...more, counts })
}

function groupOf(parts: readonly Part[]): Group {
  const times = parts.flatMap(({ slots }) => slots.times.map(({ value }) => value))
  const counts = parts.flatMap(({ slots }) => slots.counts.map(({ value }) => value.value))
  return {
    times: strongest(times),
    counts,
    texts: parts.map(({ text }) => text),
  }
}

/** Whether two groups can be one ranking: neither times nor counts conflict. */
function isCompatible(a: Group, b: Group): boolean {
  const isNewTime =
    a.times.length > 0 && b.times.some((time) => !a.times.some(({ text }) => text === time.text))
  const isNewCount = a.counts.length > 0 && b.counts.length > 0 && a.counts[0] !== b.counts[0]
  return !isNewTime && !isNewCount
}

function merge(target: Group, source: Group) {
  if (target.times.length === 0) target.times = source.times
  if (target.counts.length === 0) target.counts = source.counts
  target.texts.push(...source.texts)
}

function impliedCount(text: string): number | undefined {
  if (ALL.test(text)) return COUNT.max
  return SINGLE.test(text) && !/\b(?:top|best) (?:and|or)\b/.test(text) ? 1 : undefined
}
