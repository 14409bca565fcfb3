import type { ComponentChildren } from 'preact'
import type { Product } from '../api/response-types.ts'
import { dayIn, daysOf, type Span, todayIn } from '../product/calendar.ts'
import { dateFormat, formatCount, pluralize } from '../product/format.ts'
import { Card } from '../ui/card.tsx'
import { Chip } from '../ui/chip.tsx'
import { cx } from '../ui/cx.ts'
import { type BoardParams, boardHref } from './board-params.ts'

const MAX_TOPICS = 14
const MAX_DAYS = 31
const WEEKDAYS = 7

interface DaysProps {
  params: BoardParams
  span: Span
  products: readonly Product[]
}

/** How many were launched on each day: a picture, and under it a link to each day. */
export function LaunchDays({ params, span, products }: DaysProps) {
  const { timezone } = params
  const days = daysOf(span)
  if (days.length < 2 || days.length > MAX_DAYS) return null
  const counts = new Map(days.map((day) => [day, 0]))
  for (const { launchedAt } of products) {
    const day = launchedAt ? dayIn(timezone, new Date(launchedAt)) : ''
    const count = counts.get(day)
    if (count !== undefined) counts.set(day, count + 1)
  }
  const max = Math.max(1, ...counts.values())
  const isWeek = days.length <= WEEKDAYS
  return (
    <Panel title="Launches per day">
      <div role="img" aria-label="Launches per day" class="flex h-20 items-end gap-1">
        {days.map((day) => (
          <div key={day} class="flex h-full flex-1 flex-col justify-end text-center">
            {isWeek && (
              <span class="text-sm text-muted tabular-nums">
                {formatCount(counts.get(day) ?? 0)}
              </span>
            )}
            <span
              data-bar
              class="rounded-sm bg-ink/70"
              style={{ height: `${(70 * (counts.get(day) ?? 0)) / max}%`, minHeight: '2px' }}
            />
          </div>
        ))}
      </div>
      <ul
        aria-label="Days"
        class={cx(
          'mt-1 grid gap-y-0.5',
          isWeek ? 'auto-cols-fr grid-flow-col gap-x-1' : 'grid-cols-7',
        )}
      >
        {days.map((day) => (
          <DayLink
            key={day}
            day={day}
            count={counts.get(day) ?? 0}
            params={params}
            isWeek={isWeek}
          />
        ))}
      </ul>
    </Panel>
  )
}

interface DayLinkProps {
  day: string
  count: number
  params: BoardParams
  isWeek: boolean
}

function DayLink({ day, count, params, isWeek }: DayLinkProps) {
  const format = (options: Intl.DateTimeFormatOptions) =>
    dateFormat('UTC', options).format(new Date(day))
  const text = format(isWeek ? { weekday: 'narrow' } : { day: 'numeric' })
  const classes =
    'flex min-h-7 items-center justify-center rounded-md text-sm text-muted pointer-coarse:min-h-11'
  if (day > todayIn(params.timezone)) {
    return (
      <li aria-hidden="true" class={cx(classes, 'opacity-50')}>
        {text}
      </li>
    )
  }
  return (
    <li>
      <a
        href={boardHref({ ...params, timeframe: day })}
        aria-label={`${format({ weekday: 'long', day: 'numeric', month: 'long' })}, ${pluralize(count, 'launch', 'launches')}`}
        class={cx(classes, 'hover:bg-sunken hover:text-ink')}
      >
        {text}
      </a>
    </li>
  )
}

interface TopicsProps {
  params: BoardParams
  topics: readonly [name: string, count: number][]
}

export function TopicList({ params, topics }: TopicsProps) {
  if (topics.length === 0) return null
  return (
    <Panel title="Topics">
      <ul aria-label="Topics" class="flex flex-wrap gap-1.5">
        {topics.slice(0, MAX_TOPICS).map(([topic, count]) => {
          const isSelected = topic === params.topic
          return (
            <li key={topic} class="max-w-full">
              <Chip
                name={topic}
                href={boardHref({ ...params, topic: isSelected ? undefined : topic })}
                isSelected={isSelected}
              >
                <span class="truncate">{topic}</span>
                <span class="tabular-nums">{formatCount(count)}</span>
              </Chip>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}

/** The topics of products, those of most products first. */
export function countTopics(products: readonly Product[]): [name: string, count: number][] {
  const counts = new Map<string, number>()
  for (const topic of products.flatMap(({ topics }) => topics)) {
    counts.set(topic, (counts.get(topic) ?? 0) + 1)
  }
  return [...counts].sort(([a, left], [b, right]) => right - left || a.localeCompare(b))
}

/** Questions to the agent about what is shown. */
export function Questions({ window, products }: { window: string; products: readonly Product[] }) {
  const [first, second] = products
  const questions = [
    `What were the top 5 of ${window}?`,
    first && `Tell me more about ${first.name.slice(0, 80)}`,
    second && `Find something like ${second.name.slice(0, 80)}`,
  ].filter((question) => question !== undefined)
  return (
    <Panel title="Ask the agent">
      <ul class="-mx-2 -mb-2">
        {questions.map((question) => (
          <li key={question}>
            <a
              href={`/chat?${new URLSearchParams({ q: question })}`}
              class="flex min-h-9 items-center rounded-md px-2 py-1 text-sm text-accent wrap-anywhere hover:bg-accent-soft pointer-coarse:min-h-11"
            >
              {question}
            </a>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Panel({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <Card class="p-4">
      <h2 class="mb-3 text-sm font-semibold">{title}</h2>
      {children}
    </Card>
  )
}
