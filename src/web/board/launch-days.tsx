import type { Product } from '../api/response-types.ts'
import { type CalendarSpan, dayIn, daysOf, weekdayOf } from '../product/calendar.ts'
import { dateFormat, pluralize } from '../product/format.ts'
import { cx } from '../ui/cx.ts'
import { type BoardParams, boardHref } from './board-params.ts'
import { Panel } from './panel.tsx'

const MAX_DAYS = 31
const WEEKDAYS = 7

interface DaysProps {
  params: BoardParams
  span: CalendarSpan
  today: string
  products: readonly Product[]
}

/** How many were launched on each day: a picture, and under it a calendar that leads to each day. */
export function LaunchDays({ params, span, today, products }: DaysProps) {
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
      <div
        role="img"
        aria-label="Launches per day"
        class={cx('flex h-24 items-end', isWeek ? 'gap-1.5' : 'gap-px')}
      >
        {[...counts].map(([day, count]) => (
          <span
            key={day}
            data-bar
            title={dayName(day, count)}
            class={cx('min-h-0.5 flex-1 rounded-sm', count === max ? 'bg-accent' : 'bg-accent/30')}
            style={{ height: `${(100 * count) / max}%` }}
          />
        ))}
      </div>
      <ul
        aria-label="Days"
        class={cx('mt-1 grid gap-1', isWeek ? 'auto-cols-fr grid-flow-col' : 'grid-cols-7')}
      >
        {[...counts].map(([day, count], index) => (
          <li key={day} style={index === 0 && !isWeek ? { gridColumnStart: weekdayOf(day) } : {}}>
            <DayLink
              day={day}
              count={count}
              params={params}
              isToCome={day > today}
              isWeek={isWeek}
            />
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
  isToCome: boolean
  isWeek: boolean
}

/** A day that is still to come has no link. */
function DayLink({ day, count, params, isToCome, isWeek }: DayLinkProps) {
  const format = isWeek ? ({ weekday: 'narrow' } as const) : ({ day: 'numeric' } as const)
  const text = dateFormat('UTC', format).format(new Date(day))
  const shape = 'flex min-h-7 items-center justify-center rounded-md text-sm text-muted'
  if (isToCome) return <span class={shape}>{text}</span>
  return (
    <a
      href={boardHref({ ...params, timeframe: day })}
      aria-label={dayName(day, count)}
      class={cx(shape, 'font-medium hover:bg-sunken hover:text-ink pointer-coarse:min-h-11')}
    >
      {text}
    </a>
  )
}

function dayName(day: string, count: number): string {
  const date = dateFormat('UTC', { weekday: 'long', day: 'numeric', month: 'long' })
  return `${date.format(new Date(day))}, ${pluralize(count, 'launch', 'launches')}`
}
