import { ChevronLeft, ChevronRight } from 'lucide'
import { adjacentSpan, todayIn } from '../product/calendar.ts'
import { formatClock, pluralize } from '../product/format.ts'
import { isSample, SampleBadge } from '../product/sample.tsx'
import { datedTimeframe, shortestTimeframe, windowNames, zoneName } from '../product/timeframes.ts'
import { Icon } from '../ui/icon.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { PageHeading } from '../ui/page.tsx'
import { countTopics } from './aside.tsx'
import type { BoardParams } from './board-params.ts'
import { ShareMenu } from './share-menu.tsx'
import type { BoardPartProps } from './use-live-launches.ts'
import { ViewMenu } from './view-menu.tsx'

interface BoardHeadProps extends BoardPartProps {
  onChange: (changed: Partial<BoardParams>) => void
}

/** Which window is shown, with the ones before and after it, and what can be done with it. */
export function BoardHead({ params, span, launches, onChange }: BoardHeadProps) {
  const { timeframe, timezone, topic } = params
  const { answer, isCurrent, changedAt } = launches
  const { title, days, full } = windowNames(timeframe, span)
  const posts = isCurrent && answer ? answer.posts : []
  const today = todayIn(timezone)
  const named = topic ? `${topic}, ${full}` : full

  function go(step: -1 | 1) {
    if (span) onChange({ timeframe: shortestTimeframe(adjacentSpan(span, step), timezone) })
  }

  const total = isCurrent ? answer?.total : undefined
  const facts = [
    days,
    typeof total === 'number' && pluralize(total, 'launch', 'launches'),
    zoneName(timezone),
  ].filter(Boolean)

  return (
    <div class="mb-1 sm:mb-4">
      <div class="flex items-center gap-1.5">
        <PageHeading
          title={named}
          class="min-w-0 text-2xl max-[24rem]:text-[1.25rem] max-[22rem]:text-lg sm:text-3xl"
        >
          {title}
        </PageHeading>
        {span && (
          <div class="flex shrink-0 sm:ml-1">
            <IconButton label="Previous" onClick={() => go(-1)} class="pointer-coarse:w-8">
              <Icon node={ChevronLeft} class="size-5" />
            </IconButton>
            <IconButton
              label="Next"
              disabled={span.last >= today}
              onClick={() => go(1)}
              class="pointer-coarse:w-8"
            >
              <Icon node={ChevronRight} class="size-5" />
            </IconButton>
          </div>
        )}
        <div class="ml-auto flex shrink-0 gap-1.5 sm:gap-2">
          <ViewMenu
            params={params}
            topics={countTopics(posts).map(([name]) => name)}
            onChange={onChange}
          />
          <ShareMenu
            params={params}
            dated={span ? { ...params, timeframe: datedTimeframe(span) } : params}
            title={named}
            products={posts.slice(0, Number(params.limit))}
          />
        </div>
      </div>
      <p class="flex min-h-12 flex-wrap content-start max-[22rem]:min-h-18 items-center gap-x-2 text-sm text-muted sm:min-h-6 sm:text-base">
        <span class="tabular-nums">{facts.join(' · ')}</span>
        {changedAt && (
          <span class="inline-flex items-center gap-1.5 tabular-nums">
            <span class="size-2 rounded-full bg-good" aria-hidden="true" />
            Live, last changed {formatClock(changedAt, timezone)}
          </span>
        )}
        {posts.some(isSample) && <SampleBadge />}
      </p>
    </div>
  )
}
