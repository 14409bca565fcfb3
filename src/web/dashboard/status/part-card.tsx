import type { ComponentChildren } from 'preact'
import type { Status } from '../../api/response-types.ts'
import { formatCount, formatInstant } from '../../product/format.ts'
import { Badge } from '../../ui/badge.tsx'

interface PartCardProps {
  name: string
  about: string
  status: Status['ranking'] | Status['model']
}

const BREAKERS = {
  closed: { tone: 'good', word: 'Healthy', meaning: 'Closed: the upstream is being called' },
  'half-open': {
    tone: 'warn',
    word: 'Recovering',
    meaning: 'Half-open: the upstream is being retried',
  },
  open: { tone: 'bad', word: 'Failing', meaning: 'Open: the upstream is not being called' },
} as const

/** A rate limit, say, pauses the calls, but is no failure to the breaker. */
const PAUSED = 'Closed, but the upstream is not being called'

const READY = { tone: 'good', word: 'Ready' } as const
const FAILING = { tone: 'bad', word: 'Failing' } as const

/** The state of one part of the service. Without an upstream there is nothing that could fail. */
export function PartCard({ name, about, status }: PartCardProps) {
  const { serves, breaker, budgetLeft, budgetResetAt, pausedUntil, lastSuccess, failing } = status
  const { lastFailure } = status
  const known = breaker ? BREAKERS[breaker] : undefined
  const meaning = pausedUntil && breaker === 'closed' ? PAUSED : known?.meaning
  const { tone, word } = failing && breaker !== 'half-open' ? FAILING : (known ?? READY)
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
        <Fact label="Served by">
          <span class="font-mono">{serves}</span>
        </Fact>
        {meaning && <Fact label="Breaker">{meaning}</Fact>}
        {pausedUntil && (
          <Fact label="Paused until">
            <Instant at={pausedUntil} />
          </Fact>
        )}
        {budgetLeft !== null && (
          <Fact label="Budget">
            {formatCount(budgetLeft)} left
            {budgetResetAt && (
              <>
                , until <Instant at={budgetResetAt} />
              </>
            )}
          </Fact>
        )}
        {breaker && (
          <Fact label="Last success">
            {lastSuccess ? <Instant at={lastSuccess} /> : 'No request yet'}
          </Fact>
        )}
        {lastFailure && (
          <Fact label="Last failure">
            <Instant at={lastFailure.at} />: {reasonOf(lastFailure)}
          </Fact>
        )}
      </dl>
    </div>
  )
}

function reasonOf(failure: NonNullable<PartCardProps['status']['lastFailure']>) {
  if ('code' in failure) return failure.reason ?? failure.code
  const { kind = 'unknown reason', status, hostCode } = failure
  const details = [status && `status ${status}`, hostCode].filter(Boolean)
  return [kind, ...details].join(', ')
}

function Fact({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <div>
      <dt class="text-muted">{label}</dt>
      <dd class="wrap-anywhere tabular-nums">{children}</dd>
    </div>
  )
}

function Instant({ at }: { at: string }) {
  if (Number.isNaN(Date.parse(at))) return <>{at}</>
  return <time dateTime={at}>{formatInstant(at)}</time>
}
