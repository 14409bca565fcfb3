import MiniSearch from 'minisearch'
import type { Leaderboard } from '../ranking/leaderboard.ts'

/** Those that most launches have. */
const MAX_TOPICS = 1_000
const MAX_NAMED = 3

/** Says that there is no such topic, and which are close: an empty list alone hides a typo. */
export function unknownTopicNote(leaderboard: Leaderboard, topic: string): { note?: string } {
  if (leaderboard.ranksOfTopic(topic).length > 0) return {}
  const close = closeTopics(leaderboard, topic)
  const hint = close.length > 0 ? ` Close topics: ${close.join(', ')}.` : ''
  return { note: `No launch has the topic ${topic}.${hint}` }
}

function closeTopics(leaderboard: Leaderboard, topic: string): string[] {
  const topics = leaderboard.topics().slice(0, MAX_TOPICS)
  const index = new MiniSearch({
    fields: ['name'],
    searchOptions: { prefix: true, fuzzy: 0.3, maxFuzzy: 3 },
  })
  index.addAll(topics.map((name, id) => ({ id, name })))
  return index
    .search(topic)
    .slice(0, MAX_NAMED)
    .flatMap(({ id }) => topics[id] ?? [])
}
