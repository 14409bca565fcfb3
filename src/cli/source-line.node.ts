import { instantInWords } from '../language/answer/window-in-words.ts'
import type { Provenance, SourceName } from '../sources/source.ts'

const NAMES: Readonly<Record<SourceName, string>> = {
  catalogue: 'the Launchboard catalogue',
  'product-hunt': 'Product Hunt',
  'show-hn': 'Show HN',
  algolia: 'Algolia',
}

/** Names the source of an answer and when the data was read. */
export function sourceLine({ source, asOf, stale }: Provenance): string {
  const readAt = instantInWords(asOf)
  if (!stale) return `Source: ${NAMES[source]}, read ${readAt}.`
  return (
    `Source: ${NAMES[source]}. This is an earlier answer, from ${readAt}, because the source ` +
    'does not answer right now.'
  )
}
