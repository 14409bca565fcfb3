import { COUNT } from '../../ranking/limits.ts'
import { textBetween } from '../normalise/tokens.ts'
import { strongest } from '../slots/slots.ts'
import type { Timeframe } from '../slots/timeframe.ts'
import type { Reading } from './reading.ts'
import type { RankingRequest } from './request.ts'

const RECENT =
  /\b(?:hot|hottest|new|newest|latest|recent|trending|trends?|fresh|buzz\w*|viral|popping|hyped?)\b/
const RISING =
  /\b(?:rising|risers?|on the rise|climb(?:ing|ers?|ed)|gain(?:ing|ers?|ed|s)|surging|soaring|accelerating|heating up|picking up|taking off|blowing up|moving up|movers|momentum|traction|breaking out|skyrocketing|spiking|up and coming|(?:growing|moving|going up) (?:the )?fast(?:est)?|fastest)\b/
const TRENDING = /\btrend(?:ing|s)?\b/
const ALL =
  /\b(?:(?:all|every)(?: (?:of|the|your|our|single))*(?: \w+)? (?:products?|launch(?:es)?|apps?|tools?|results?|winners)|everything|(?:full|whole|entire|complete) (?:list|ranking|leaderboard)|as many as)\b/

const SUPERLATIVE =
  '(?:top|best|greatest|biggest|hottest|coolest|leading|favou?rite|winning|most \\w+|highest \\w+)'
const NOUN = '(?:product|launch|thing|app|tool|one|startup|post|release|item)'

/** Asks for a single product. */
const SINGLE = new RegExp(
  `\\b(?:${SUPERLATIVE} (?:\\w+ ){0,2}${NOUN}(?! hunt)|the (?:winner|champion|leader)|(?:single|one) (?:one|best)|` +
    '(?:just|only)(?: the)? (?:winner|first|one|best|top)|' +
    'who (?:is |was |has )?(?:won|wins|winning|leading|first|top|on top)|product of the)\\b',
)
/** The rankings that a message asks for: one for each time, or each zone, with its count. */
export function rankingsOf(reading: Reading, counts: readonly number[]): RankingRequest[] {
  const { tokens, slots, topic } = reading
  const text = textBetween(tokens)
  const times = strongest(slots.times).map(({ value }) => value)
  const zones = [...new Set(slots.zones.map(({ value }) => value))]
  const place = counts.length > 0 ? undefined : placeIn(reading)
  const details = {
    isRecent: RECENT.test(text),
    topic,
    ...(place && place > 1 && { after: place - 1 }),
  }
  // "Trending today" asks for who leads, "trending now" does not.
  const isRising = (time?: Timeframe) =>
    RISING.test(text) || (TRENDING.test(text) && (time?.weak || time?.text !== 'today'))
  const eachTime = times.length > 0 ? times : [undefined]
  const eachZone = times.length < 2 && zones.length > 1 ? zones : zones.slice(0, 1)
  return eachTime.flatMap((time, at) => {
    const count = counts[at] ?? counts.at(-1) ?? place ?? impliedCount(text)
    return (eachZone.length > 0 ? eachZone : [undefined]).map(
      (zone): RankingRequest => ({
        kind: 'ranking',
        time,
        zone,
        count,
        ...details,
        isRising: isRising(time),
      }),
    )
  })
}

/** The only place that a message asks for: "who came third yesterday?" */
function placeIn({ slots }: Reading): number | undefined {
  const [place = 0, ...others] = slots.places.flatMap(({ value }) => value)
  return others.length === 0 && place > 0 ? place : undefined
}

/** The count that words say without a number: "who won", "the whole list", "the third best". */
export function impliedCount(text: string): number | undefined {
  if (ALL.test(text)) return COUNT.max
  return SINGLE.test(text) ? 1 : undefined
}
