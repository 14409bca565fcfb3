import { CircleCheck, CircleDashed } from 'lucide'
import { useState } from 'preact/hooks'
import type { Conversation } from '../../../client/client.ts'
import type { Agent, Stats } from '../../api/response-types.ts'
import { useQuery } from '../../api/use-query.ts'
import { useRefresh } from '../../browser/online.ts'
import { formatClock, formatCount, formatDayTime, pluralize } from '../../product/format.ts'
import { spokenText } from '../../transcript/conversation-view.tsx'
import { ButtonLink, Icon } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { PageSection } from '../../ui/page.tsx'
import { LoadedPage } from '../loaded.tsx'
import { callPlatform, dataOf, listing } from '../platform.ts'
import { TryAgent } from './try-agent.tsx'

/** As many agents are asked for their last conversations, and as many are shown. */
const MAX_ASKED = 5
const MAX_SHOWN = 5

/** How far an agent is from answering visitors, and how the platform does. */
export function Overview() {
  const query = useQuery('overview', loadOverview)
  // It stays until the page is left, with the widget that it has opened.
  const [isTrying, setIsTrying] = useState(false)
  useRefresh(isTrying, query.reload)
  return (
    <LoadedPage
      title="Overview"
      lead="Connect an agent and put its chat on your site."
      query={query}
    >
      {({ agents, stats, conversations }) => (
        <div class="space-y-7">
          {(agents.length === 0 || isTrying) && (
            <TryAgent
              onTried={() => {
                setIsTrying(true)
                query.reload()
              }}
            />
          )}
          {(agents.length > 0 || isTrying) && (
            <>
              <Steps steps={stepsOf(agents, stats)} />
              <Figures stats={stats} />
              <div class="grid items-start gap-7 lg:grid-cols-2">
                <Agents agents={agents} />
                <LastConversations conversations={conversations} />
              </div>
            </>
          )}
        </div>
      )}
    </LoadedPage>
  )
}

async function loadOverview(signal: AbortSignal) {
  const [{ data: agents }, stats] = await Promise.all([
    listing<Agent>('/v3/ai-agents/agents', signal),
    dataOf<Stats>('/v3/stats', { signal }),
  ])
  const conversations = await Promise.all(
    agents.slice(0, MAX_ASKED).map(async ({ uid, name }) => {
      const path = `/v3/conversations?limit=${MAX_SHOWN}`
      const { data } = await callPlatform<{ data: Conversation[] }>(path, {
        onBehalfOf: uid,
        signal,
      })
      return data.map((conversation) => ({ ...conversation, agent: name }))
    }),
  )
  const latest = conversations.flat().sort((one, other) => other.updatedAt - one.updatedAt)
  return { agents, stats, conversations: latest.slice(0, MAX_SHOWN) }
}

function stepsOf(agents: readonly Agent[], { answers }: Stats) {
  const [first] = agents
  const list = '/dashboard/agents'
  const form = first ? `${list}?agent=${encodeURIComponent(first.uid)}` : `${list}?new`
  const isTested = agents.some(({ lastTest }) => lastTest?.outcome === 'passed')
  return [
    {
      name: 'Register',
      about: 'Tell the platform where your agent runs.',
      isDone: agents.length > 0,
      link: { href: `${list}?new`, name: 'Register an agent' },
    },
    {
      name: 'Test',
      about: 'Ask it a question and see its answer.',
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
      about: 'Put the chat on your page and get its first answer.',
      isDone: answers > 0,
      link: { href: form, name: 'Copy the snippet' },
    },
  ]
}

function Steps({ steps }: { steps: ReturnType<typeof stepsOf> }) {
  const next = steps.find(({ isDone }) => !isDone)
  if (!next) {
    return (
      <p class="flex items-center gap-2">
        <Icon node={CircleCheck} class="size-5 text-good" />
        Your agent answers visitors.
      </p>
    )
  }
  return (
    <PageSection title="Getting started">
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
    </PageSection>
  )
}

function Figures({ stats }: { stats: Stats }) {
  const { messages, isPartial, answers, failures, medianMs, intervals } = stats
  const figures = [
    ['Messages', `${formatCount(messages)}${isPartial ? '+' : ''}`],
    ['Agents’ answers', formatCount(answers)],
    ['Failed answers', formatCount(failures)],
    ['Median time of an answer', duration(medianMs)],
  ]
  const max = Math.max(
    1,
    ...intervals.map(({ messages: count, failures: failed }) => count + failed),
  )
  return (
    <PageSection title="The last 24 hours">
      <div class="card p-5">
        <dl class="flex flex-wrap gap-x-10 gap-y-3">
          {figures.map(([label, figure]) => (
            <div key={label} class="flex flex-col-reverse">
              <dt class="text-sm text-muted">{label}</dt>
              <dd class="text-2xl font-semibold tabular-nums">{figure}</dd>
            </div>
          ))}
        </dl>
        {messages + failures > 0 && (
          <div
            role="img"
            aria-label={`Messages per hour, at most ${formatCount(max)}`}
            class="mt-5 flex h-28 items-end gap-1"
          >
            {intervals.map(({ at, messages: count, failures: failed }) => (
              <span
                key={at}
                title={`${formatClock(new Date(at * 1000))}: ${pluralize(count, 'message')}, ${formatCount(failed)} failed`}
                class="flex h-full flex-1 flex-col justify-end gap-px"
              >
                <span data-bar class="rounded-t-sm bg-bad" style={heightOf(failed, max)} />
                <span
                  data-bar
                  class="min-h-0.5 rounded-sm bg-accent/60"
                  style={heightOf(count, max)}
                />
              </span>
            ))}
          </div>
        )}
      </div>
    </PageSection>
  )
}

function heightOf(count: number, max: number) {
  return { height: `${(100 * count) / max}%` }
}

/** Which agents there are, with a dot for those that answer. */
function Agents({ agents }: { agents: readonly Agent[] }) {
  return (
    <PageSection title="Agents">
      <ul class="card divide-y divide-line">
        {agents.map(({ uid, name, isActive }) => (
          <li key={uid} class="flex items-center gap-3 px-5 py-3">
            <span
              aria-hidden="true"
              class={cx('size-2 rounded-full', isActive ? 'bg-good' : 'bg-edge')}
            />
            <a
              href={`/dashboard/agents?agent=${encodeURIComponent(uid)}`}
              class="min-w-0 truncate font-medium underline-offset-4 hover:underline"
            >
              {name}
            </a>
            <span class="ml-auto text-sm text-muted">{isActive ? 'Answers' : 'Switched off'}</span>
          </li>
        ))}
      </ul>
    </PageSection>
  )
}

interface LastConversationsProps {
  conversations: readonly (Conversation & { agent: string })[]
}

/** Who talked with the agents last, and the last words. */
function LastConversations({ conversations }: LastConversationsProps) {
  if (conversations.length === 0) return null
  return (
    <PageSection title="Last conversations">
      <ul aria-label="Last conversations" class="card divide-y divide-line">
        {conversations.map(
          ({ conversationId, conversationWith, lastMessage, updatedAt, agent }) => (
            <li key={conversationId} class="px-5 py-2.5">
              <p class="flex items-baseline gap-2">
                <span class="min-w-0 truncate font-medium">
                  {conversationWith.name} <span class="font-normal text-muted">and {agent}</span>
                </span>
                <span class="ml-auto shrink-0 text-sm text-muted tabular-nums">
                  {formatDayTime(new Date(updatedAt * 1000))}
                </span>
              </p>
              <p class="truncate text-sm text-muted">{spokenText(lastMessage.data.text ?? '')}</p>
            </li>
          ),
        )}
      </ul>
    </PageSection>
  )
}

function duration(ms: number | null) {
  if (ms === null) return '–'
  return ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`
}
