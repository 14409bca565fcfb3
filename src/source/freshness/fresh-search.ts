import { COUNT } from '../../product/limits.ts'
import { topicKey } from '../../product/topic.ts'
import type { SearchIndex } from '../source.ts'
import type { FreshNeeds } from './fresh-source.ts'
import { searchWording } from './question-key.ts'

/** An index that remembers. It is asked for the most there is: every limit shares an answer. */
export function freshSearch(index: SearchIndex, { freshness, guard }: FreshNeeds): SearchIndex {
  return {
    name: index.name,

    async search({ limit, signal, topic, ...question }) {
      const query = searchWording(question)
      const within = topic === undefined ? '' : ` of ${topicKey(topic)}:`
      const key = `${index.name} search${within} ${query}`
      const ask = (signal: AbortSignal) => index.search({ query, topic, limit: COUNT.most, signal })
      const load = guard ? (signal: AbortSignal) => guard.run(key, ask, signal) : ask
      const reading = await freshness.read(key, load, signal)
      return { ...reading, products: reading.products.slice(0, limit) }
    },
  }
}
