import { ChevronLeft, ChevronRight, X } from 'lucide'
import type { LaunchesResponse } from '../api/response-types.ts'
import { adjacentSpan } from '../product/calendar.ts'
import { formatClock, formatCount, LOCAL_TIMEZONE, pluralize } from '../product/format.ts'
import { isSample, SampleBadge } from '../product/product-row.tsx'
import { datedTimeframe, shortestTimeframe, windowNames, zoneName } from '../product/timeframes.ts'
import { Icon, IconButton } from '../ui/button.tsx'
import { PageHeading } from '../ui/page.tsx'
import { type BoardParams, boardHref } from './board-params.ts'
import { atMoment, moment } from './moment.ts'
import { ShareMenu } from './share-menu.tsx'
import { countTopics } from './topics.tsx'
import { firstPagePath, launchAnswers } from './use-launches.ts'
import type { BoardPartProps } from './use-live-launches.ts'
import { ViewMenu } from './view-menu.tsx'

interface BoardHeadProps extends BoardPartProps {
  onChange: (changed: Partial<BoardParams>) => void
}

/** Which window is shown, who is first in it, and what can be done with it. */
export function BoardHead({ params, span, launches, onChange }: BoardHeadProps) {
  const { timeframe, topic } = params
  const { answer, isCurrent } = launches
  const { title, full } = windowNames(timeframe, span)
  const posts = isCurrent && answer ? answer.posts : []
  const named = topic ? `${topic} in ${full}` : full

  return (
    <div class="mb-1 sm:mb-2">
      <div class="flex flex-wrap items-center gap-1.5">
        <div class="flex flex-1 basis-40 items-end gap-1.5 sm:items-center">
          <PageHeading
            title={named}
            name={topic && `${topic} in ${title}`}
            class={topic ? 'text-lg sm:text-2xl lg:text-3xl' : 'text-2xl sm:text-3xl'}
          >
            {topic && (
              <>
                {topic}
                <a
                  href={boardHref({ ...params, topic: undefined })}
                  aria-label="All topics"
                  title="All topics"
                  class="ml-1 inline-flex size-7 items-center justify-center rounded-full align-middle text-muted hover:bg-sunken hover:text-ink"
                >
                  <Icon node={X} />
                </a>
                <br class="sm:hidden" />
                <span class="text-muted"> in </span>
              </>
            )}
            <span class="inline-block">{title}</span>
          </PageHeading>
          {span && <Steps params={params} span={span} today={launches.today} onChange={onChange} />}
        </div>
        <div class="flex shrink-0 gap-1.5 sm:gap-2">
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
      <Facts params={params} span={span} launches={launches} />
    </div>
  )
}

interface StepsProps extends Omit<BoardHeadProps, 'launches'> {
  span: NonNullable<BoardPartProps['span']>
  today: string
}

/** The windows before and after, which are fetched as soon as their button is pressed. */
function Steps({ params, span, today, onChange }: StepsProps) {
  const steps = [
    { name: 'Previous', step: -1, icon: ChevronLeft },
    { name: 'Next', step: 1, icon: ChevronRight },
  ] as const
  return (
    <div class="flex shrink-0">
      {steps.map(({ name, step, icon }) => {
        const timeframe = shortestTimeframe(adjacentSpan(span, step), today)
        return (
          <IconButton
            key={name}
            label={name}
            disabled={step > 0 && span.last >= today}
            onPointerDown={() => launchAnswers.prefetch(firstPagePath({ ...params, timeframe }))}
            onClick={() => onChange({ timeframe })}
            class="pointer-coarse:w-8"
          >
            <Icon node={icon} class="size-5" />
          </IconButton>
        )
      })}
    </div>
  )
}

/** The window in a line: its days, how many launched, and who is first. */
function Facts({ params, span, launches }: BoardPartProps) {
  const { timeframe, timezone } = params
  const { answer, isCurrent, isUnderWay, votes, changedAt } = launches
  const { days } = windowNames(timeframe, span)
  const known = isCurrent && answer ? atMoment(answer) : undefined
  const isReplayed = moment.value !== undefined
  const total = known?.total ?? undefined
  const facts = [
    days,
    total !== undefined && pluralize(total, 'launch', 'launches'),
    known && (
      <Leader
        key="leader"
        answer={known}
        isPast={span !== undefined && !isUnderWay && !isReplayed}
      />
    ),
    timezone !== LOCAL_TIMEZONE && zoneName(timezone),
  ].filter(Boolean)
  return (
    <p class="min-h-10 max-[22rem]:min-h-15 text-sm text-muted tabular-nums sm:flex sm:min-h-6 sm:flex-wrap sm:items-center sm:gap-x-3 sm:text-base">
      <span key={`${timeframe} ${known?.asOf}`}>
        {facts.map((fact, index) => (
          <>
            {index > 0 && ' · '}
            {fact}
          </>
        ))}
      </span>
      {isUnderWay && !isReplayed && (
        <span key={`${votes} ${changedAt}`}>
          <span class="sm:hidden"> · </span>
          <span class="mr-1.5 inline-block size-2 rounded-full bg-good" aria-hidden="true" />
          Live
          {votes > 0
            ? ` · ${pluralize(votes, 'vote')} in the last minute`
            : changedAt && `, last changed at ${formatClock(changedAt, timezone)}`}
        </span>
      )}
      {known?.posts.some(isSample) && (
        <>
          <span class="sm:hidden"> · </span>
          <SampleBadge isInline />
        </>
      )}
    </p>
  )
}

/** Who won, or leads, and by how much. */
function Leader({ answer, isPast }: { answer: LaunchesResponse; isPast: boolean }) {
  const [first, second] = answer.posts
  if (!first?.votesCount) return null
  const ahead = second && second.votesCount !== null && first.votesCount - second.votesCount
  const name = (
    <strong class="font-semibold text-ink wrap-anywhere">{first.name.slice(0, 80)}</strong>
  )
  const rival = second?.name.slice(0, 80)
  if (isPast) {
    const margin = typeof ahead === 'number' && ahead > 0 ? `, ${formatCount(ahead)} ahead` : ''
    return (
      <>
        {name} won with {pluralize(first.votesCount, 'vote')}
        {margin}
      </>
    )
  }
  if (typeof ahead !== 'number' || ahead < 0) return <>{name} is first</>
  if (ahead === 0) {
    return (
      <>
        {name} and {rival} are level
      </>
    )
  }
  return (
    <>
      {name} leads, {formatCount(ahead)} ahead<span class="max-sm:hidden"> of {rival}</span>
    </>
  )
}
