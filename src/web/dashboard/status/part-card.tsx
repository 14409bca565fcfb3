import type { ComponentChildren } from 'preact'
import type { Status } from '../../api/response-types.ts'
import { formatCount, formatInstant } from '../../product/format.ts'
import { Badge } from '../../ui/badge.tsx'

type Part = Status['ranking'] | Status['model']

const READY = { tone: 'good', word: 'Ready', meaning: '' } as const
const FAILING = { tone: 'bad', word: 'Failing' } as const
const BREAKERS = {
  closed: { tone: 'good', word: 'Healthy', meaning: 'Closed: the upstream is being called' },
  'half-open': {
    tone: 'warn',
    word: 'Recovering',
    meaning: 'Half-open: the upstream is being retried',
  },
  open: { ...FAILING, meaning: 'Open: the upstream is not being called' },
} as const

/** The state of one part of the service. Without an upstream there is nothing that could fail. */
export function PartCard({ name, about, part }: { name: string; about: string; part: Part }) {
  const { breaker, failing } = part
  const state = breaker ? BREAKERS[breaker] : READY
  const { tone, word } = failing && breaker !== 'half-open' ? FAILING : state
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
        {factsOf(part, state.meaning).map(
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

/** Those that there are nothing to say about are left out. */
function factsOf(part: Part, meaning: string): [label: string, fact: ComponentChildren][] {
  const { serves, breaker, budgetLeft, budgetResetAt, pausedUntil, lastSuccess, lastFailure } = part
  // A rate limit, say, pauses the calls, but is no failure to the breaker.
  const isPaused = pausedUntil !== null && breaker === 'closed'
  const success = lastSuccess ? <Instant at={lastSuccess} /> : 'No request yet'
  return [
    ['Served by', <code class="font-mono">{serves}</code>],
    ['Breaker', isPaused ? 'Closed, but the upstream is not being called' : meaning],
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
