import { CircleCheck, CircleDashed } from 'lucide'
import type { Agent, Stats } from '../../api/response-types.ts'
import { useQuery } from '../../api/use-query.ts'
import { formatCount } from '../../product/format.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icon.tsx'
import { Page } from '../../ui/page.tsx'
import { lastTests } from '../agents/last-tests.ts'
import { listing } from '../listing.ts'
import { Loaded } from '../loaded.tsx'
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
    <Page title="Overview" lead="From an agent of yours to a chat on your page.">
      <Loaded query={query}>
        {({ agents, stats }) => (
          <div class="space-y-8">
            <Steps agents={agents} stats={stats} />
            <Figures stats={stats} />
          </div>
        )}
      </Loaded>
    </Page>
  )
}

interface StepsProps {
  agents: readonly Agent[]
  stats: Stats
}

function Steps({ agents, stats }: StepsProps) {
  const [first] = agents
  const href = first
    ? `/dashboard/agents?agent=${encodeURIComponent(first.uid)}`
    : '/dashboard/agents?new'
  const hasAnswered = stats.answers > 0
  const isTested = agents.some(({ uid }) => lastTests.value[uid] === 'passed')
  const steps = [
    {
      name: 'Register',
      about: 'Tell the platform where your agent runs.',
      isDone: agents.length > 0,
      href: '/dashboard/agents?new',
      action: 'Register an agent',
    },
    {
      name: 'Test',
      about: 'Ask it a question, and see what it answers.',
      isDone: hasAnswered || isTested,
      href,
      action: 'Test it',
    },
    {
      name: 'Switch on',
      about: 'Let it answer in chats.',
      isDone: agents.some(({ isActive }) => isActive),
      href: '/dashboard/agents',
      action: 'Switch it on',
    },
    {
      name: 'Embed',
      about: 'Put the chat on your page. Done once somebody was answered.',
      isDone: hasAnswered,
      href,
      action: 'Copy the snippet',
    },
  ]
  const next = steps.find(({ isDone }) => !isDone)
  return (
    <section aria-labelledby="steps">
      <h2 id="steps" class="mb-3 text-lg font-semibold">
        Getting started
      </h2>
      <div class="card">
        <ol class="divide-y divide-line">
          {steps.map((step) => (
            <li key={step.name} class="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-4">
              <span class={step.isDone ? 'text-good' : 'text-muted'}>
                <Icon node={step.isDone ? CircleCheck : CircleDashed} class="size-5" />
              </span>
              <div class="min-w-0 flex-1 basis-48">
                <h3 class={cx('font-medium', step.isDone && 'text-muted')}>
                  {step.name}
                  <span class="sr-only">{step.isDone ? '(done)' : '(to do)'}</span>
                </h3>
                <p class="text-sm text-muted">{step.about}</p>
              </div>
              {!step.isDone && (
                <ButtonLink
                  href={step.href}
                  kind={step === next ? 'primary' : 'secondary'}
                  class="ml-9 sm:ml-0"
                >
                  {step.action}
                </ButtonLink>
              )}
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

function Figures({ stats }: { stats: Stats }) {
  const figures = [
    ['Messages', `${formatCount(stats.messages)}${stats.isPartial ? '+' : ''}`],
    ['Agents’ answers', formatCount(stats.answers)],
    ['Failed answers', formatCount(stats.failures)],
    [
      'Usual time of an answer',
      duration(stats.medianMs),
      stats.slowMs === null ? '' : `Slowest 5 %: ${duration(stats.slowMs)}`,
    ],
  ] as const
  return (
    <section aria-labelledby="figures">
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
