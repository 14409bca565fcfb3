import { isTopic, withoutSymbols } from '../intent/items.ts'
import { isKept } from '../intent/tagger.ts'
import { isOf, wordSet } from '../normalise/lexicon.ts'
import { ACTION_INTENTS } from './intents.ts'
import type { Part, Reading } from './parts.ts'
import { searchItems } from './searches.ts'

/** What stands before a topic: "the best in", "top 5". */
const BEFORE = /^(?:in|for|of|on|among|[,:]|NUM|COUNT|top|best|leading|most|which|what)$/
/** Words of those who want no topic: "hall of fame", "best on record". */
const NO_TOPIC = wordSet(
  'fame record records history historically overall period time times year years stop tier notch public bunch crop name names row rows line lines deep minute standings review world vote votes people crowd full al',
)

/**
 * Takes a ranking of a topic as a search, because rankings have no topic: "leaderboard for
 * aromatherapy". Only where nothing else is asked for and no time is named.
 */
export function withTopicSearches(parts: readonly Part[], reading: Reading): readonly Part[] {
  const actions = parts.filter(({ intent }) => ACTION_INTENTS.has(intent))
  const isAlone = actions.length === 1 && reading.slots.times.length === 0
  return isAlone && reading.slots.zones.length === 0
    ? parts.map((part) =>
        part.intent === 'ranking' && namesTopic(part, reading)
          ? { ...part, intent: 'search' }
          : part,
      )
    : parts
}

function namesTopic(part: Part, reading: Reading): boolean {
  const items = withoutSymbols(searchItems(part, reading))
  const tags = reading.model.tagsOf(items)
  const at = items.findIndex((item, index) => isKept(tags[index]) && isTopic(item))
  if (at < 0) return false
  const topic = items.filter((_, index) => isKept(tags[index]))
  const before = items.slice(0, at).findLast(({ text }) => !/^(?:an?|the)$/.test(text))
  const next = items.slice(at).find((item) => !topic.includes(item))
  const isNamed = !before || BEFORE.test(before.text) || isOf(next?.text ?? '', 'product')
  return isNamed && topic.some((item) => isTopic(item) && !NO_TOPIC.has(item.text))
}
