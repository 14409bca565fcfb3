import type { Token } from 'marked'
import { useMemo } from 'preact/hooks'
import { ProductRow } from '../product/product-row.tsx'
import { cx } from '../ui/cx.ts'
import { Disclosure } from '../ui/disclosure.tsx'
import type { Message } from './conversation.ts'
import { isRepetition, productsIn } from './found-products.ts'
import { useMarkdown } from './markdown.tsx'
import { elementsOf } from './markdown-elements.tsx'

interface AnswerProps {
  message: Message
  /** Its products are of another service, without places in this page. */
  isForeign: boolean
}

/**
 * The text of an answer with the products that its tools have found, each once: the products follow
 * its first sentences, and where the text lists them again it is folded away.
 */
export function Answer({ message, isForeign }: AnswerProps) {
  const { text, calls, state } = message
  const isStreaming = state === 'streaming'
  const blocks = useMarkdown(text, isStreaming)
  const lists = useMemo(() => productsIn(calls), [calls])
  const products = lists.flat()

  const isRepeated = (token: Token) => {
    return (
      products.length > 0 && isRepetition(token, products, isStreaming && token === blocks.at(-1))
    )
  }
  // Cards that came before their sentence would be pushed down by it.
  const introduction = blocks.slice(0, blocks[0] && isRepeated(blocks[0]) ? 0 : 1)
  const hasCards = lists.length > 0 && (!isStreaming || blocks.length > introduction.length)

  const shown = (token: Token, at: number) =>
    isRepeated(token) ? (
      <Disclosure key={at} summary="The list in words" class="mt-3">
        {elementsOf([token])}
      </Disclosure>
    ) : (
      <div key={at} class={cx(isSource(token) && 'text-sm text-muted')}>
        {elementsOf([token])}
      </div>
    )

  return (
    <>
      {introduction.length > 0 && <div class="markdown">{introduction.map(shown)}</div>}
      {hasCards &&
        lists.map((list, at) => (
          <ol
            key={at}
            aria-label="Products found"
            class="card divide-y divide-line overflow-hidden"
          >
            {list.map((product, place) => (
              // A tool's products need not have ids, and their order never changes.
              <li key={place} class="relative px-4 py-3 hover:bg-sunken">
                <ProductRow product={product} isForeign={isForeign || product.id === ''} />
              </li>
            ))}
          </ol>
        ))}
      {blocks.length > introduction.length && (
        <div class="markdown">{blocks.slice(introduction.length).map(shown)}</div>
      )}
    </>
  )
}

/** The line in which our agent says where its numbers are from. */
function isSource(token: Token): boolean {
  return token.type === 'paragraph' && token.raw.startsWith('Source: ')
}
