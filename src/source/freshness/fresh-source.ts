import { COUNT } from '../../product/limits.ts'
import type { Guard } from '../guard/guard.ts'
import type { ProductSource, Reading } from '../source.ts'
import type { Freshness } from './freshness.ts'
import { rankingKey } from './question-key.ts'

export interface FreshNeeds {
  freshness: Freshness<Reading>
  /** Where the source is itself the upstream, and not behind a guard already. */
  guard?: Guard<Reading>
}

/** A source that remembers. It is asked for the most there is: every limit shares an answer. */
export function freshSource(
  source: ProductSource,
  { freshness, guard }: FreshNeeds,
): ProductSource {
  return {
    name: source.name,

    async top({ limit, signal, ...question }) {
      const key = `${source.name} ${rankingKey(question)}`
      const ask = (signal: AbortSignal) => source.top({ ...question, limit: COUNT.most, signal })
      const load = guard ? (signal: AbortSignal) => guard.run(key, ask, signal) : ask
      const reading = await freshness.read(key, load, signal)
      return { ...reading, products: reading.products.slice(0, limit) }
    },
  }
}
