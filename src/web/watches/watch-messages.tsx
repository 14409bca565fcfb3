import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { request } from '../api/request.ts'
import type { WatchDelivery } from '../api/response-types.ts'
import { useQuery } from '../api/use-query.ts'
import { formatInstant } from '../product/format.ts'
import { Button } from '../ui/button.tsx'
import { Badge, ErrorNotice } from '../ui/notice.tsx'
import { useAction } from '../ui/use-action.ts'

/** The service waits for the receiver. */
const TIMEOUT_MS = 60_000

interface WatchMessagesProps {
  id: string
  onSent?: () => void
  /** Further buttons. */
  children: ComponentChildren
}

/** Sends a test, and lists the messages of a watch, of which failed ones can be sent again. */
export function WatchMessages({ id, onSent, children }: WatchMessagesProps) {
  const [isOpen, setIsOpen] = useState(false)
  const path = `/api/watches/${id}`
  const list = `${path}/deliveries`
  const { data, error, reload } = useQuery(isOpen ? list : '', (signal) =>
    request<{ deliveries: WatchDelivery[] }>(list, { signal }),
  )
  const sending = useAction(async (to: string) => {
    await request(path + to, { method: 'POST', body: {}, timeoutMs: TIMEOUT_MS })
    setIsOpen(true)
    reload()
    onSent?.()
  })

  return (
    <>
      <div class="flex flex-wrap items-center gap-2">
        <Button isBusy={sending.isBusy} onClick={() => sending.run('/test')}>
          Send a test
        </Button>
        <Button aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          Messages
        </Button>
        {children}
      </div>
      {sending.error !== undefined && <ErrorNotice error={sending.error} />}
      {isOpen && error !== undefined && <ErrorNotice error={error} onRetry={reload} />}
      {isOpen && data && (
        <ul aria-label="Messages" class="divide-y divide-line border-t border-line text-sm">
          {data.deliveries.length === 0 && <li class="pt-3 text-muted">No messages yet.</li>}
          {data.deliveries.map((delivery) => (
            <li key={delivery.id} class="py-3 wrap-anywhere last:pb-0">
              <Delivery {...delivery} />
              {delivery.state !== 'done' && delivery.attempts > 0 && (
                <Button
                  isBusy={sending.isBusy}
                  onClick={() => sending.run(`/deliveries/${delivery.id}/retry`)}
                  class="mt-2"
                >
                  Retry
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const STATES = {
  done: ['good', 'Sent'],
  failed: ['bad', 'Failed'],
  failing: ['warn', 'Failing'],
  pending: ['info', 'Waiting'],
} as const

function Delivery(delivery: WatchDelivery) {
  const { attempts, outcome, message, host, createdAt, nextAttemptAt } = delivery
  const state = delivery.state === 'pending' && attempts > 0 ? 'failing' : delivery.state
  const [tone, label] = STATES[state]
  return (
    <>
      <p class="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge tone={tone}>{label}</Badge>
        <span class="font-medium">{message.title}</span>
      </p>
      {message.items.map(({ text }) => (
        <p key={text}>{text}</p>
      ))}
      {message.more > 0 && <p>And {message.more} more.</p>}
      <p class="text-muted">
        {formatInstant(createdAt)} · {host}
      </p>
      {state !== 'done' && outcome && <p class="text-bad">{outcome}</p>}
      {state === 'failing' && nextAttemptAt && (
        <p class="text-muted">Next attempt: {formatInstant(nextAttemptAt)}.</p>
      )}
    </>
  )
}
