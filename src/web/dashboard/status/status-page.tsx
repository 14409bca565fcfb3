import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { access, request } from '../../api/request.ts'
import type { Status } from '../../api/response-types.ts'
import { useQuery } from '../../api/use-query.ts'
import { formatClock, formatCount, formatInstant } from '../../product/format.ts'
import { AccessGate } from '../../shell/access-gate.tsx'
import { Badge } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { Loaded } from '../loaded.tsx'

const REFRESH_MS = 10_000

const PARTS = [
  { part: 'model', name: 'Model', about: 'Answers in the chat' },
  { part: 'ranking', name: 'Ranking', about: 'Products and their votes' },
  { part: 'search', name: 'Search', about: 'Full-text search of products' },
  { part: 'shared', name: 'Redis', about: 'State that the processes share' },
] as const

/** The state of the service, refreshed while the tab is visible. */
export function StatusPage() {
  return (
    <Page title="Status" lead="What serves each part of the service, and how well it works.">
      <AccessGate>
        <Parts />
      </AccessGate>
    </Page>
  )
}

function Parts() {
  const query = useQuery('status', async (signal) => {
    const status = await request<Status>('/status', { signal })
    return { status, at: new Date() }
  })
  const { error, reload } = query
  useEffect(() => {
    const timer = setInterval(() => document.hidden || reload(), REFRESH_MS)
    return () => clearInterval(timer)
  }, [reload])

  // The form for the token is shown instead.
  if (access.value !== 'open') return null
  return (
    <Loaded query={query}>
      {({ status, at }) => (
        <>
          <ul aria-label="Parts" class="grid gap-4 sm:grid-cols-2">
            {cardsOf(status).map((card) => (
              <li key={card.name}>
                <PartCard {...card} />
              </li>
            ))}
          </ul>
          <p class="mt-4 text-sm text-muted tabular-nums">
            Version {status.version}. Last read at{' '}
            <time dateTime={at.toISOString()}>{formatClock(at)}</time>
            {error === undefined ? ', refreshed every 10 seconds.' : '. This may be out of date.'}
          </p>
        </>
      )}
    </Loaded>
  )
}

type Part = Status['ranking'] | Status['model']

const READY = { tone: 'good', word: 'Ready' } as const
const FAILING = { tone: 'bad', word: 'Failing' } as const
const BREAKERS = {
  closed: { tone: 'good', word: 'Healthy', meaning: 'Called as usual' },
  'half-open': {
    tone: 'warn',
    word: 'Recovering',
    meaning: 'Tried again after failures',
  },
  open: { ...FAILING, meaning: 'Not called for now: it keeps failing' },
} as const

interface Card {
  name: string
  about: string
  tone: 'good' | 'warn' | 'bad'
  word: string
  facts: readonly (readonly [label: string, fact: ComponentChildren])[]
}

/** All parts that the service has. */
function cardsOf({ history, tokens, timeZones, ...status }: Status): Card[] {
  const upstreams = PARTS.flatMap(({ part, ...card }) => {
    const state = status[part]
    return state ? [{ ...card, ...stateOf(state) }] : []
  })
  const others: Card[] = [
    {
      name: 'History',
      about: 'Votes over time',
      ...(history.failing ? FAILING : READY),
      facts: [
        ['Votes are', history.serves === 'off' ? 'not recorded' : history.serves],
        ['Recorded since', history.since && <Instant at={history.since} />],
        ['Last read', history.last && <Instant at={history.last} />],
        ['Readings', history.snapshots ? formatCount(history.snapshots) : ''],
      ],
    },
    {
      name: 'Time zones',
      about: 'By which days begin',
      ...(timeZones.warning ? { tone: 'warn', word: 'Old' } : READY),
      facts: [
        ['Release', `${timeZones.release} (${timeZones.source})`],
        ['What to do', timeZones.warning],
      ],
    },
  ]
  if (tokens)
    others.push({ name: 'Tokens', about: 'Of the hosted model, today', ...tokenState(tokens) })
  return [...upstreams, ...others]
}

function tokenState({ used, limit, resetAt, refusals, failing }: NonNullable<Status['tokens']>) {
  return {
    ...(failing ? FAILING : READY),
    facts: [
      [
        'Used',
        limit === null ? formatCount(used) : `${formatCount(used)} of ${formatCount(limit)}`,
      ],
      ['Reset', <Instant at={resetAt} />],
      ['Refused runs', refusals > 0 && formatCount(refusals)],
    ] as const,
  }
}

/** Without an upstream there is nothing that could fail. */
function stateOf(part: Part) {
  const { breaker, failing } = part
  const { meaning, ...state } = breaker ? BREAKERS[breaker] : { ...READY, meaning: '' }
  return {
    ...(failing && breaker !== 'half-open' ? FAILING : state),
    facts: factsOf(part, meaning),
  }
}

/** The state of one part of the service. */
function PartCard({ name, about, tone, word, facts }: Card) {
  return (
    <div class="card h-full p-5">
      <div class="flex items-start justify-between gap-3">
        <div>
          <h2 class="font-semibold tracking-tight">{name}</h2>
          <p class="text-sm text-muted">{about}</p>
        </div>
        <Badge tone={tone}>{word}</Badge>
      </div>
      <dl class="mt-4 space-y-2 text-sm">
        {facts.map(
          ([label, fact]) =>
            fact && (
              <div key={label}>
                <dt class="text-muted">{label}</dt>
                <dd class="wrap-anywhere tabular-nums">{fact}</dd>
              </div>
            ),
        )}
      </dl>
    </div>
  )
}

/** Parts with nothing to report are omitted. */
function factsOf(part: Part, meaning: string): [label: string, fact: ComponentChildren][] {
  const { serves, breaker, budgetLeft, budgetResetAt, pausedUntil, lastSuccess, lastFailure } = part
  // A rate limit, say, pauses the calls, but is no failure to the breaker.
  const isPaused = pausedUntil !== null && breaker === 'closed'
  const success = lastSuccess ? <Instant at={lastSuccess} /> : 'No request yet'
  return [
    ['Served by', <code class="font-mono">{serves}</code>],
    ['Source', isPaused ? 'Not called for now: it limits the rate' : meaning],
    ['Paused until', pausedUntil && <Instant at={pausedUntil} />],
    ['Budget', budgetLeft !== null && <Budget left={budgetLeft} resetAt={budgetResetAt} />],
    ['Last success', breaker && success],
    ['Last failure', lastFailure && <Failure failure={lastFailure} />],
  ]
}

function Budget({ left, resetAt }: { left: number; resetAt: string | null }) {
  return (
    <>
      {formatCount(left)} left{resetAt && ', until '}
      {resetAt && <Instant at={resetAt} />}
    </>
  )
}

function Failure({ failure }: { failure: NonNullable<Part['lastFailure']> }) {
  return (
    <>
      <Instant at={failure.at} />: {reasonOf(failure)}
    </>
  )
}

function reasonOf(failure: NonNullable<Part['lastFailure']>) {
  if ('code' in failure) return failure.reason ?? failure.code
  const { kind = 'unknown reason', status, hostCode } = failure
  return [kind, status && `status ${status}`, hostCode].filter(Boolean).join(', ')
}

function Instant({ at }: { at: string }) {
  if (Number.isNaN(Date.parse(at))) return <>{at}</>
  return <time dateTime={at}>{formatInstant(at)}</time>
}
