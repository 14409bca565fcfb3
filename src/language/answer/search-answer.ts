import type { SearchProductsAnswer } from '../../tools/search-products.ts'
import { escaped } from './markdown.ts'
import { productList } from './product-list.ts'
import { sourceLine } from './source-line.ts'

/** What a search found, in Markdown. */
export function searchAnswer(answer: SearchProductsAnswer, { timeless }: { timeless: boolean }) {
  const { hits, q } = answer
  const words = `“${escaped(q)}”`
  const source = sourceLine(answer)
  const remark = timeless ? 'Search looks at all launches, whatever their date.' : ''
  if (hits.length === 0) {
    const hint = 'Try other words: fewer, or more general ones.'
    return [`I found no product for ${words}. ${hint}`, remark, source].filter(Boolean).join('\n\n')
  }
  const title = hits.length === 1 ? '1 product' : `${hits.length} products`
  return [`**${title} for ${words}**`, productList(hits), remark, source]
    .filter(Boolean)
    .join('\n\n')
}
