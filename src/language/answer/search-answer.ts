import type { SearchProductsAnswer } from '../../tools/search-products.ts'
import { escaped } from './markdown.ts'
import { productList } from './product-list.ts'
import { sourceLine } from './source-line.ts'

/** The hits of a search as Markdown. `ignoresTime` adds that search has no timeframe. */
export function searchAnswer(
  answer: SearchProductsAnswer,
  { ignoresTime }: { ignoresTime: boolean },
) {
  const { hits, q } = answer
  const query = `“${escaped(q)}”`
  const source = sourceLine(answer)
  const remark = ignoresTime ? 'Search looks at all launches, whatever their date.' : ''
  if (hits.length === 0) {
    const hint = 'Try other words: fewer, or more general ones.'
    return [`I found no product for ${query}. ${hint}`, remark, source].filter(Boolean).join('\n\n')
  }
  const title = hits.length === 1 ? '1 product' : `${hits.length} products`
  return [`**${title} for ${query}**`, productList(hits), remark, source]
    .filter(Boolean)
    .join('\n\n')
}
