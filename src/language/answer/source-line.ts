import type { Provenance, SourceName } from '../../sources/source.ts'
import { instantInWords } from './window-in-words.ts'

const SOURCES: Readonly<Record<SourceName, string>> = {
  catalogue: 'the Launchboard catalogue',
  'product-hunt': 'Product Hunt',
  algolia: 'Algolia',
}

/** Where an answer comes from and how fresh it is. */
export function sourceLine({ source, asOf, stale }: Provenance): string {
  const read = instantInWords(asOf)
  if (!stale) return `Source: ${SOURCES[source]}, read ${read}.`
  return (
    `Source: ${SOURCES[source]}. This is an earlier answer, from ${read}, because the source ` +
    'does not answer right now.'
  )
}
