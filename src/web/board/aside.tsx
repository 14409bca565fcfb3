import type { Product } from '../api/response-types.ts'
import { dayIn, daysOf, type Span, todayIn, weekdayOf } from '../product/calendar.ts'
import { dateFormat, formatCount, pluralize } from '../product/format.ts'
import { namedTimeframe, windowNames } from '../product/timeframes.ts'
import { Chip } from '../ui/chip.tsx'
import { cx } from '../ui/cx.ts'
import { type BoardParams, boardHref } from './board-params.ts'
import { Panel } from './panel.tsx'
import { Rising } from './rising.tsx'
import { useLaunches } from './use-launches.ts'
import type { BoardPartProps } from './use-live-launches.ts'

const MAX_TOPICS = 14
const MAX_DAYS = 31
const WEEKDAYS = 7

/** What is beside a ranking. It is about all of the window, whichever topic is chosen. */
export function Aside({ params, span, launches }: BoardPartProps) {
  const { topic } = params
  const ofAllTopics = useLaunches(topic ? { ...params, topic: undefined } : undefined)
  const { answer, isCurrent, isMore } = topic ? ofAllTopics : launches
  const posts = isCurrent && answer ? answer.posts : []
  return (
    <aside
      aria-label="About this window"
      data-screen-only
      class="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-1"
    >
      {span && !isMore && <LaunchDays params={params} span={span} products={posts} />}
      <TopicList params={params} topics={countTopics(posts)} />
      {posts.length > 0 && <Rising />}
      <Questions params={params} span={span} products={posts} />
    </aside>
  )
}

interface DaysProps {
  params: BoardParams
  span: Span
  products: readonly Product[]
}

/** How many were launched on each day: a picture, and under it a calendar that leads to each day. */
function LaunchDays({ params, span, products }: DaysProps) {
  const { timezone } = params
  const days = daysOf(span)
  if (products.length === 0 || days.length < 2 || days.length > MAX_DAYS) return null
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
        {[...counts].map(([day, count]) => (
          <div key={day} class="flex h-full flex-1 flex-col justify-end text-center">
            {isWeek && <span class="text-sm text-muted tabular-nums">{formatCount(count)}</span>}
            <span
              data-bar
              class="rounded-sm bg-ink/70"
              style={{ height: `${(70 * count) / max}%`, minHeight: '2px' }}
            />
          </div>
        ))}
      </div>
      <ul
        aria-label="Days"
        class={cx('mt-1 grid gap-1', isWeek ? 'auto-cols-fr grid-flow-col' : 'grid-cols-7')}
      >
        {[...counts].map(([day, count], index) => (
          <li key={day} style={index === 0 && !isWeek ? { gridColumnStart: weekdayOf(day) } : {}}>
            <DayLink day={day} count={count} params={params} isWeek={isWeek} />
          </li>
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

/** A day that is still to come has no link. */
function DayLink({ day, count, params, isWeek }: DayLinkProps) {
  const format = (options: Intl.DateTimeFormatOptions) =>
    dateFormat('UTC', options).format(new Date(day))
  const name = format({ weekday: 'long', day: 'numeric', month: 'long' })
  const isToCome = day > todayIn(params.timezone)
  return (
    <a
      {...(isToCome
        ? { 'aria-hidden': true }
        : {
            href: boardHref({ ...params, timeframe: day }),
            'aria-label': `${name}, ${pluralize(count, 'launch', 'launches')}`,
          })}
      class="flex min-h-7 items-center justify-center rounded-md text-sm text-muted not-[[href]]:opacity-50 hover:bg-sunken hover:text-ink pointer-coarse:min-h-11"
    >
      {format(isWeek ? { weekday: 'narrow' } : { day: 'numeric' })}
    </a>
  )
}

interface TopicsProps {
  params: BoardParams
  topics: readonly [name: string, count: number][]
}

function TopicList({ params, topics }: TopicsProps) {
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
function Questions({
  params,
  span,
  products,
}: Omit<BoardPartProps, 'launches'> & { products: readonly Product[] }) {
  const [first, second] = products
  if (!first) return null
  const { timeframe } = params
  const window = namedTimeframe(timeframe)?.name.toLowerCase() ?? windowNames(timeframe, span).full
  const questions = [
    `What were the top 5 of ${window}?`,
    `Tell me more about ${first.name.slice(0, 80)}`,
    `Find something like ${(second ?? first).name.slice(0, 80)}`,
  ]
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
