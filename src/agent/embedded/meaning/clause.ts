import type { Timeframe } from '../time/timeframe.ts'
import { type Mark, marked, markOf, unmarked, ZONE } from '../wording/marks.ts'
import type { FoundZone } from '../zone/zones-in-text.ts'
import type { MarkedMessage } from './marked-message.ts'

/** A stretch of a message that wishes for one thing at most. */
export interface Clause {
  /** With marks where times, zones and counts stood. */
  text: string
  /** What ended it: `?`, `!` or nothing that says anything. */
  end: string
  times: Timeframe[]
  zone: FoundZone | undefined
  count: number | undefined
}

export function createClause(text: string, end: string, message: MarkedMessage): Clause {
  const [zone] = marked(text, 'zone', message.zones)
  const [count] = marked(text, 'count', message.counts)
  const times = marked(text, 'time', message.times).map(({ value }) => value)
  return { text, end, times, zone: zone?.value, count: count?.value }
}

/** The words as they were typed where a search must not lose them: "coworking in Berlin". */
export function withPlaces(text: string, zones: readonly Mark<FoundZone>[]): string {
  return text.replace(new RegExp(ZONE, 'g'), (mark) => {
    const at = zones.findIndex((_, index) => markOf('zone', index) === mark)
    const zone = zones[at]
    return zone && !zone.value.sure ? zone.words.toLowerCase() : mark
  })
}

/** The text as it was typed, without marks. */
export function withWords(text: string, { times, zones, counts }: MarkedMessage): string {
  return unmarked('time', times, unmarked('zone', zones, unmarked('count', counts, text)))
}

export function wordsOf(text: string): string[] {
  return text
    .replace(/[^\p{L}\p{N}\uE000-\uE2FF#+.&/-]+|[.&/-](?=\s|$)|(?<=^|\s)[.&/-]+/gu, ' ')
    .split(' ')
    .filter(Boolean)
}
