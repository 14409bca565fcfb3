import { CircleCheck, CircleDashed } from 'lucide'
import type { Agent, Stats } from '../../api/response-types.ts'
import { useQuery } from '../../api/use-query.ts'
import { formatCount } from '../../product/format.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icon.tsx'
import { lastTests } from '../agents/last-tests.ts'
import { listing } from '../listing.ts'
import { LoadedPage } from '../loaded.tsx'
import { platform } from '../platform-client.ts'

/** How far an agent is from answering visitors, and how the platform does. */
export function Overview() {
  const query = useQuery('overview', async (signal) => {
    const [agents, stats] = await Promise.all([
      listing<Agent>('/v3/ai-agents/agents', signal),
      platform.value.request<{ data: Stats }>('/v3/stats', { signal }),
    ])
    return { agents: agents.data, stats: stats.data }
  })
  return (
    <LoadedPage
      title="Overview"
      lead="From an agent of yours to a chat on your page."
      query={query}
    >
      {({ agents, stats }) => (
        <>
          <Steps steps={stepsOf(agents, stats)} />
          <Figures stats={stats} />
        </>
      )}
    </LoadedPage>
  )
}

function stepsOf(agents: readonly Agent[], { answers }: Stats) {
  const [first] = agents
  const list = '/dashboard/agents'
  const form = first ? `${list}?agent=${encodeURIComponent(first.uid)}` : `${list}?new`
  const isTested = agents.some(({ uid }) => lastTests.value[uid] === 'passed')
  return [
    {
      name: 'Register',
      about: 'Tell the platform where your agent runs.',
      isDone: agents.length > 0,
      link: { href: `${list}?new`, name: 'Register an agent' },
    },
    {
      name: 'Test',
      about: 'Ask it a question, and see what it answers.',
      isDone: answers > 0 || isTested,
      link: { href: form, name: 'Test it' },
    },
    {
      name: 'Switch on',
      about: 'Let it answer in chats.',
      isDone: agents.some(({ isActive }) => isActive),
      link: { href: list, name: 'Switch it on' },
    },
    {
      name: 'Embed',
      about: 'Put the chat on your page. Done once somebody was answered.',
      isDone: answers > 0,
      link: { href: form, name: 'Copy the snippet' },
    },
  ]
}

function Steps({ steps }: { steps: ReturnType<typeof stepsOf> }) {
  const next = steps.find(({ isDone }) => !isDone)
  return (
    <section aria-labelledby="steps">
      <h2 id="steps" class="mb-3 text-lg font-semibold">
        Getting started
      </h2>
      <ol class="card divide-y divide-line">
        {steps.map((step) => (
          <li key={step.name} class="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-4">
            <Icon
              node={step.isDone ? CircleCheck : CircleDashed}
              class={cx('size-5', step.isDone ? 'text-good' : 'text-muted')}
            />
            <div class="min-w-0 flex-1 basis-48">
              <h3 class={cx('font-medium', step.isDone && 'text-muted')}>
                {step.name}
                <span class="sr-only">{step.isDone ? '(done)' : '(to do)'}</span>
              </h3>
              <p class="text-sm text-muted">{step.about}</p>
            </div>
            {!step.isDone && (
              <ButtonLink href={step.link.href} kind={step === next ? 'primary' : 'secondary'}>
                {step.link.name}
              </ButtonLink>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

function Figures({ stats }: { stats: Stats }) {
  const { messages, isPartial, answers, failures, medianMs } = stats
  const figures = [
    ['Messages', `${formatCount(messages)}${isPartial ? '+' : ''}`],
    ['Agents’ answers', formatCount(answers)],
    ['Failed answers', formatCount(failures)],
    ['Usual time of an answer', duration(medianMs)],
  ]
  return (
    <section aria-labelledby="figures" class="mt-8">
      <h2 id="figures" class="mb-3 text-lg font-semibold">
        The last 24 hours
      </h2>
      <dl class="grid grid-cols-2 gap-3 xl:grid-cols-4">
        {figures.map(([label, figure, note]) => (
          <div key={label} class="card flex flex-col-reverse justify-end gap-1 px-4 py-3.5">
            <dt class="text-sm text-muted">{label}</dt>
            <dd class="flex flex-wrap items-baseline justify-between gap-x-2 text-2xl font-semibold tabular-nums">
              {figure}
              {note && <span class="text-sm font-normal text-muted">{note}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function duration(ms: number | null) {
  if (ms === null) return '–'
  return ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`
}
