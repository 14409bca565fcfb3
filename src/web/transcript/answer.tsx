import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import { asRecord } from '../../core/json.ts'
import { MAX_COMPARED } from '../../core/product-facts.ts'
import { ProductRow } from '../product/product-row.tsx'
import { sourceLabel } from '../product/response-source.tsx'
import { cx } from '../ui/cx.ts'
import { AnswerChart } from './answer-chart.tsx'
import { ownBlocks, sentenceOf } from './answer-text.ts'
import type { TranscriptCall, TranscriptMessage } from './conversation.ts'
import { type Finding, findingOf } from './findings.ts'
import { elementsOf, useMarkdown } from './markdown-elements.tsx'
import { ToolLine } from './tool-line.tsx'

interface AnswerProps {
  message: TranscriptMessage
  /** Its products are of another service, without places in this page. */
  isForeign: boolean
  /** A line for a call that found nothing to show. */
  renderCall: (call: TranscriptCall) => ComponentChildren
}

/** An answer: a sentence, and a card for each call that found something, in the order of calls. */
export function Answer(props: AnswerProps) {
  const { message, isForeign, renderCall } = props
  const { text, calls, state } = message
  const isStreaming = state === 'streaming'
  const blocks = useMarkdown(text, isStreaming)
  const findings = useMemo(() => calls.flatMap((call) => findingOf(call) ?? []), [calls])
  const { own, beginsWithOwn } = ownBlocks(blocks, findings, isStreaming)
  const sentence = beginsWithOwn || isStreaming ? undefined : sentenceOf(findings)
  const introduction = beginsWithOwn ? own.slice(0, 1) : []
  // Cards that came before their sentence would be pushed down by it.
  const hasCards = !isStreaming || blocks.length > 1
  const found = new Set(hasCards ? findings.map(({ call }) => call) : [])
  const details = findings.filter(({ kind }) => kind === 'product')
  const count = details.flatMap((finding) => finding.compared).length
  const compared = count > 1 && count <= MAX_COMPARED ? details : []
  const rankings = findings.filter(({ kind }) => kind === 'ranking')

  return (
    <>
      {calls.filter((call) => !found.has(call)).map(renderCall)}
      {sentence && <p>{sentence}</p>}
      {introduction.length > 0 && <div class="markdown">{elementsOf(introduction)}</div>}
      {hasCards && findings.length > 0 && (
        <div
          class={cx(
            'grid gap-3',
            findings.length === 2 && rankings.length === 2 && '@2xl:grid-cols-2',
          )}
        >
          {compared.length > 0 && <ComparisonCard findings={compared} isForeign={isForeign} />}
          {findings
            .filter((finding) => !compared.includes(finding))
            .map((finding) => (
              <Card key={finding.call.toolCallId} finding={finding} isForeign={isForeign} />
            ))}
        </div>
      )}
      {own.length > introduction.length && (
        <div class="markdown">{elementsOf(own.slice(introduction.length))}</div>
      )}
    </>
  )
}

interface CardProps {
  finding: Finding
  isForeign: boolean
}

/** Products that an answer speaks of together, side by side, with their calls at the foot. */
function ComparisonCard({ findings, isForeign }: { findings: Finding[]; isForeign: boolean }) {
  const compared = useMemo(
    () => findings.flatMap((finding) => finding.compared),
    [findings.map(({ call }) => call.toolCallId).join(' ')],
  )
  return (
    <section aria-label="Comparison" class="min-w-0 space-y-3">
      <AnswerChart
        compared={compared}
        isForeign={isForeign || compared.some(({ product }) => product.id === '')}
      />
      <div class="px-1">
        {findings.map(({ call }) => (
          <ToolLine key={call.toolCallId} call={call} />
        ))}
      </div>
    </section>
  )
}

/** What one call has found, with its source and the call itself at its foot. */
function Card({ finding, isForeign }: CardProps) {
  const { call, kind, title, detail, href, products, history, facts } = finding
  const source = sourceOf(call.result)
  return (
    <section aria-label={title} class="card min-w-0 overflow-hidden">
      <p class="flex flex-wrap items-baseline gap-x-2 border-b border-line px-4 py-2.5">
        <span class="font-semibold tracking-tight wrap-anywhere">
          {href && !isForeign ? (
            <a href={href} class="underline-offset-4 hover:underline">
              {title}
            </a>
          ) : (
            title
          )}
        </span>
        {detail && <span class="text-sm text-muted">{detail}</span>}
      </p>
      {history && (
        <div class="p-4">
          <AnswerChart history={history} />
        </div>
      )}
      {products.length > 0 && (
        <ol aria-label="Products found" class="@container divide-y divide-line">
          {products.map((product, place) => (
            // A tool's products need not have ids, and their order never changes.
            <li key={place} class="relative px-4 py-2 hover:bg-sunken">
              <ProductRow
                product={product}
                rank={kind === 'ranking' ? place + 1 : undefined}
                isDetailed={kind === 'product'}
                isForeign={isForeign || product.id === ''}
              />
            </li>
          ))}
        </ol>
      )}
      {facts.length > 0 && (
        <ul class="space-y-1 border-t border-line px-4 py-2.5 text-sm text-muted">
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      )}
      <div class="flex flex-wrap items-center justify-between gap-x-4 border-t border-line px-4 py-1.5 text-sm text-muted">
        <ToolLine call={call} />
        {source && <span class="shrink-0">From {source}</span>}
      </div>
    </section>
  )
}

function sourceOf(result: unknown): string | undefined {
  const { source } = asRecord(result)
  return typeof source === 'string' ? sourceLabel(source) : undefined
}
