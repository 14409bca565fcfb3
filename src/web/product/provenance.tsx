import type { RankingAnswer, SearchAnswer } from '../api/answers.ts'
import { Notice } from '../ui/notice.tsx'
import { formatInstant } from './format.ts'

interface ProvenanceProps {
  answer: RankingAnswer | SearchAnswer
  timezone?: string | undefined
}

const SOURCES = {
  catalogue: 'the catalogue of this service',
  'product-hunt': 'Product Hunt',
  algolia: 'Algolia',
}

/** Where an answer comes from, and when it was read there. */
export function SourceLine({ answer, timezone }: ProvenanceProps) {
  const { source, asOf } = answer
  return (
    <p class="text-[13px] text-muted">
      From {SOURCES[source]}, as of{' '}
      <time dateTime={asOf} class="tabular-nums">
        {formatInstant(asOf, timezone)}
      </time>
      .
    </p>
  )
}

/** What one must know to read an answer right: that it is an earlier one, or another thing. */
export function AnswerNotices({ answer, timezone }: ProvenanceProps) {
  const { stale, note, asOf } = answer
  return (
    <>
      {stale && (
        <Notice tone="warn" class="mb-4">
          These are earlier results, of {formatInstant(asOf, timezone)}: the source does not answer
          at the moment.
        </Notice>
      )}
      {note && (
        <Notice tone="info" class="mb-4">
          {note}
        </Notice>
      )}
    </>
  )
}
