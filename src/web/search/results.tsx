import { useMemo } from 'preact/hooks'
import type { SearchAnswer } from '../api/answers.ts'
import { request } from '../api/request.ts'
import { useLoaded } from '../api/use-loaded.ts'
import { ProductCard } from '../product/product-card.tsx'
import { ProductSkeleton } from '../product/product-skeleton.tsx'
import { AnswerNotices, SourceLine } from '../product/provenance.tsx'
import { Card } from '../ui/card.tsx'
import { cx } from '../ui/cx.ts'
import { Failure } from '../ui/failure.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { markerOf } from './marked.tsx'
import { Suggestions } from './suggestions.tsx'

/** As many as the service names at most. */
const LIMIT = '10'
const SKELETON_ROWS = [1, 2, 3, 4, 5]

/** What the service finds for some words. Earlier results stay until there are others. */
export function Results({ words }: { words: string }) {
  const { data, error, reload } = useLoaded(words, async (signal) => ({
    words,
    answer: await request<SearchAnswer>(
      `/api/search?${new URLSearchParams({ q: words, limit: LIMIT })}`,
      { signal },
    ),
  }))
  const isOwn = data?.words === words
  const isFailed = error !== undefined
  return (
    <>
      {isFailed && (
        <div class="mb-4">
          <Failure error={error} onRetry={reload} />
        </div>
      )}
      {data && (isOwn || !isFailed) && (
        <div aria-busy={!isOwn} class={cx('transition-opacity', !isOwn && 'opacity-60 delay-150')}>
          <Answer answer={data.answer} words={data.words} />
        </div>
      )}
      {!data && !isFailed && <ResultsSkeleton />}
    </>
  )
}

function Answer({ answer, words }: { answer: SearchAnswer; words: string }) {
  const { hits } = answer
  const renderText = useMemo(() => markerOf(words), [words])
  return (
    <>
      <p role="status" class={hits.length > 0 ? COUNT : 'sr-only'}>
        {foundInWords(hits.length, words)}
      </p>
      <AnswerNotices answer={answer} />
      {hits.length === 0 ? (
        <Suggestions title={`Nothing matches “${words}”.`}>
          <p>Check the spelling, use fewer words, or try one of these.</p>
        </Suggestions>
      ) : (
        <Card>
          <ol aria-label="Results" class="divide-y divide-line">
            {hits.map((product) => (
              <li key={product.id} class="px-4 py-4 sm:px-5">
                <ProductCard product={product} renderText={renderText} />
              </li>
            ))}
          </ol>
        </Card>
      )}
      <div class="mt-4">
        <SourceLine answer={answer} />
      </div>
    </>
  )
}

function ResultsSkeleton() {
  return (
    <div aria-busy="true">
      <p role="status" class={COUNT}>
        Searching…
      </p>
      <Card>
        {SKELETON_ROWS.map((row) => (
          <div key={row} class="border-b border-line px-4 py-4 last:border-0 sm:px-5">
            <ProductSkeleton />
          </div>
        ))}
      </Card>
      <Skeleton class="mt-4 h-4 w-64" />
    </div>
  )
}

const COUNT = 'mb-3 text-sm text-muted wrap-anywhere'

/** There may be more than the service names. */
function foundInWords(count: number, words: string): string {
  if (count === 0) return `No results for “${words}”.`
  if (count === 1) return `1 result for “${words}”.`
  return count < Number(LIMIT)
    ? `${count} results for “${words}”.`
    : `The best ${count} results for “${words}”.`
}
