import { topicGroups } from '../../ranking/groups.ts'
import { topicKey } from '../../ranking/topic.ts'
import { formatCount } from '../product/format.ts'
import { cx } from '../ui/cx.ts'
import { boardHref } from './board-params.ts'
import { Panel } from './panel.tsx'
import type { useLaunches } from './use-launches.ts'
import type { BoardPartProps } from './use-live-launches.ts'

const MAX_TOPICS = 8

interface TopicsProps extends Omit<BoardPartProps, 'span'> {
  whole: ReturnType<typeof useLaunches>
}

interface TopicCount {
  name: string
  /** Among what is shown. */
  count: number
  /** Of the window with all topics, where that is known and another number. */
  of: number | undefined
  href: string
  isSelected: boolean
}

/** The topics as filters, with how many launches each has among those that are shown. */
export function Topics(props: TopicsProps) {
  const topics = topicsOf(props)
  if (topics.length === 0) return null
  const { launches } = props
  const max = Math.max(...topics.map(({ count }) => count))
  const title = launches.isMore ? `Topics in the top ${launches.answer?.posts.length}` : 'Topics'
  return (
    <Panel title={title}>
      <ul aria-label="Topics" class="-my-1">
        {topics.slice(0, MAX_TOPICS).map(({ name, count, of, href, isSelected }) => (
          <li key={name}>
            <a
              href={href}
              aria-current={isSelected ? 'true' : undefined}
              class="choice group -mx-2 flex min-h-7 items-center gap-3 rounded-md px-2 text-sm hover:bg-sunken pointer-coarse:min-h-11"
            >
              <span class="min-w-0 flex-1 truncate">{name}</span>{' '}
              <span class="h-1.5 w-20 shrink-0 overflow-hidden rounded-full bg-sunken group-hover:bg-line">
                <span
                  data-bar
                  class="block h-full rounded-full bg-accent/70"
                  style={{ width: `${(100 * count) / max}%` }}
                />
              </span>
              <span
                key={`${count} ${of}`}
                class="min-w-4 shrink-0 text-right text-muted tabular-nums"
              >
                <span class="text-ink">{formatCount(count)}</span>
                {of !== undefined && ` of ${formatCount(of)}`}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** Its targets reach into the rows around it. */
const ROW = '-mt-3.5 -mb-1 min-h-11 sm:hidden'

/** The same on a phone: one row that scrolls, the chosen one first. */
export function TopicRow(props: TopicsProps) {
  const topics = topicsOf(props)
  if (!props.launches.answer) return <div class={ROW} />
  if (topics.length === 0) return null
  return (
    <ul
      aria-label="Topics"
      class={cx(ROW, '-mx-1 flex overflow-x-auto px-1 fade-end [scrollbar-width:none]')}
    >
      {topics.slice(0, MAX_TOPICS).map(({ name, count, href, isSelected }) => (
        <li key={name} class="shrink-0">
          <a
            href={href}
            aria-current={isSelected ? 'true' : undefined}
            class="group flex min-h-11 items-center px-0.75 text-sm"
          >
            <span class="rounded-full bg-sunken px-2.5 py-0.5 group-aria-[current=true]:chosen">
              {name}{' '}
              <span key={count} class="text-muted tabular-nums">
                {formatCount(count)}
              </span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Those of all topics stay to choose from, most frequent first; a chosen one leads back to all. */
function topicsOf({ params, launches, whole }: TopicsProps): TopicCount[] {
  const groups = topicGroups(launches.isCurrent && launches.answer ? launches.answer.posts : [])
  const shown = new Map(groups.map(({ name, count }) => [topicKey(name), count]))
  const isWhole = params.topic && whole.isCurrent && !whole.isMore
  const all = isWhole && whole.answer ? topicGroups(whole.answer.posts) : undefined
  const chosen = topicKey(params.topic ?? '')
  const topics = (all ?? groups).map(({ name, count: total }) => {
    const isSelected = topicKey(name) === chosen
    const count = shown.get(topicKey(name)) ?? 0
    const of = all && total !== count ? total : undefined
    const href = boardHref({ ...params, topic: isSelected ? undefined : name })
    return { name, count, of, href, isSelected }
  })
  return topics.sort(
    (one, other) =>
      Number(other.isSelected) - Number(one.isSelected) ||
      other.count - one.count ||
      one.name.localeCompare(other.name),
  )
}
