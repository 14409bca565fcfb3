import MiniSearch from 'minisearch'
import type { Leaderboard } from '../ranking/leaderboard.ts'
import { topicKey } from '../ranking/topic.ts'
import { withInitials } from './search-words.ts'

/** Only the most common ones are compared. */
const MAX_TOPICS = 1_000
const MAX_NAMED = 3

/** A note that the topic does not exist, with similar ones: an empty list would hide a typo. */
export function unknownTopicNote(leaderboard: Leaderboard, topic: string): { note?: string } {
  if (leaderboard.ranksOfTopic(topic).length > 0) return {}
  const similar = similarTopics(leaderboard, topic)
  const hint = similar.length > 0 ? ` Similar topics: ${similar.join(', ')}.` : ''
  return { note: `No launch has the topic ${topic}.${hint}` }
}

function similarTopics(leaderboard: Leaderboard, topic: string): string[] {
  const topics = leaderboard.topics().slice(0, MAX_TOPICS)
  const index = new MiniSearch({
    fields: ['name'],
    searchOptions: { prefix: true, fuzzy: 0.3, maxFuzzy: 3 },
  })
  index.addAll(topics.map((name, id) => ({ id, name: withInitials(name) })))
  const found = index.search(topic).flatMap(({ id }) => topics[id] ?? [])
  // "Fintech" begins as "Finance" does.
  const begun = topics.filter((name) => beginningOf(name) === beginningOf(topic))
  return (found.length > 0 ? found : begun).slice(0, MAX_NAMED)
}

function beginningOf(topic: string): string {
  return topicKey(topic).slice(0, 3)
}
