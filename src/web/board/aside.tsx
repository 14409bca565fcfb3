import type { Product } from '../api/response-types.ts'
import { namedTimeframe } from '../product/timeframes.ts'
import { LaunchDays } from './launch-days.tsx'
import { Panel } from './panel.tsx'
import { Rising } from './rising.tsx'
import { Topics } from './topics.tsx'
import type { useLaunches } from './use-launches.ts'
import type { BoardPartProps } from './use-live-launches.ts'

interface AsideProps extends BoardPartProps {
  /** The window with all of its topics. */
  whole: ReturnType<typeof useLaunches>
}

/** What is beside a ranking: the days and topics of what is shown, what rises, and what to ask. */
export function Aside({ params, span, launches, whole }: AsideProps) {
  const { answer, isCurrent, isMore } = launches
  const posts = isCurrent && answer ? answer.posts : []
  const isOpenEnded = span === undefined || launches.isUnderWay
  return (
    <aside
      aria-label="About this window"
      data-screen-only
      class="grid grid-cols-1 items-start gap-4 sm:grid-cols-2 lg:grid-cols-1"
    >
      {span && !isMore && (
        <LaunchDays params={params} span={span} today={launches.today} products={posts} />
      )}
      <div class="max-sm:hidden">
        <Topics params={params} launches={launches} whole={whole} />
      </div>
      <Questions params={params} names={launches.names} products={posts} />
      {/* The last one, so that nothing moves once it is known. */}
      {posts.length > 0 && isOpenEnded && <Rising />}
    </aside>
  )
}

interface QuestionsProps {
  params: BoardPartProps['params']
  names: BoardPartProps['launches']['names']
  products: readonly Product[]
}

/** Questions to the agent about what is shown. */
function Questions({ params, names, products }: QuestionsProps) {
  const [first, second] = products
  if (!first) return null
  const { title, full } = names
  const window = namedTimeframe(params.timeframe)?.name.toLowerCase() ?? full
  const questions = [
    `What were the top 5 of ${window}?`,
    `Tell me more about ${first.name.slice(0, 80)}`,
    `Find something like ${(second ?? first).name.slice(0, 80)}`,
  ]
  const about = /^(Week|All|Today|Yesterday)/.test(title) ? title.toLowerCase() : title
  return (
    <Panel title={`Ask about ${about}`} class="bg-linear-160 from-accent-soft to-surface">
      <ul class="space-y-2">
        {questions.map((question) => (
          <li key={question}>
            <a
              href={`/chat?${new URLSearchParams({ q: question })}`}
              class="flex min-h-8 items-center rounded-full border border-line bg-surface px-3.5 py-1 text-sm wrap-anywhere hover:border-accent hover:text-accent pointer-coarse:min-h-11"
            >
              {question}
            </a>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
