import { ChevronLeft, ChevronRight, X } from 'lucide'
import { topicGroups } from '../../ranking/groups.ts'
import { isSample, leaderOf } from '../../ranking/headline.ts'
import { adjacentSpan } from '../product/calendar.ts'
import { formatClock, formatCount, LOCAL_TIMEZONE, pluralize } from '../product/format.ts'
import { SampleBadge } from '../product/product-row.tsx'
import { TellMe } from '../product/tell-me.tsx'
import { datedTimeframe, shortestTimeframe, zoneName } from '../product/timeframes.ts'
import { Icon, IconButton } from '../ui/button.tsx'
import { PageHeading } from '../ui/page.tsx'
import { type BoardParams, boardHref } from './board-params.ts'
import { atMoment, isReplayed } from './moment.ts'
import { ShareMenu } from './share-menu.tsx'
import { firstPagePath, launchAnswers } from './use-launches.ts'
import type { BoardPartProps } from './use-live-launches.ts'
import { ViewMenu } from './view-menu.tsx'

interface BoardHeadProps extends BoardPartProps {
  onChange: (changed: Partial<BoardParams>) => void
}

/** Which window is shown, who is first in it, and what can be done with it. */
export function BoardHead({ params, span, launches, onChange }: BoardHeadProps) {
  const { topic } = params
  const { answer, isCurrent, names } = launches
  const { title, full } = names
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
            topics={topicGroups(posts).map(({ name }) => name)}
            onChange={onChange}
          />
          {topic && <TellMe topics={[topic]} />}
          <ShareMenu
            params={params}
            dated={span ? { ...params, timeframe: datedTimeframe(span) } : params}
            title={named}
            products={posts.slice(0, Number(params.limit))}
          />
        </div>
      </div>
      <Facts params={params} launches={launches} />
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
function Facts({ params, launches }: Omit<BoardPartProps, 'span'>) {
  const { timeframe, timezone } = params
  const { answer, isCurrent, isUnderWay, votes, changedAt, names } = launches
  const known = isCurrent && answer ? atMoment(answer) : undefined
  const total = known?.total ?? undefined
  const leader = known && leaderOf(known.posts, names.isPast && !isReplayed.value, formatCount)
  const facts = [
    names.days,
    total !== undefined && pluralize(total, 'launch', 'launches'),
    leader && (
      <>
        <strong class="font-semibold text-ink wrap-anywhere">{leader.name}</strong> {leader.says}
        {leader.rival && <span class="max-sm:hidden"> of {leader.rival}</span>}
      </>
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
      {isUnderWay && !isReplayed.value && (
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
