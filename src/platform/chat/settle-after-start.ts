import { databaseError } from '../storage/database-error.ts'
import { CHAT_LIMITS } from './chat-limits.ts'
import type { ChatNeeds } from './chat-needs.ts'
import { settleCutShort } from './settle-cut-short.ts'

const MARGIN_MS = 1_000

/**
 * Settles what an earlier process left behind: now, and once what it may have held until a moment
 * ago has run out.
 */
export function settleAfterStart(needs: ChatNeeds): void {
  const { leaseMs } = { ...CHAT_LIMITS, ...needs.chatLimits }
  const settle = () => {
    settleCutShort(needs).catch((error: unknown) =>
      needs.log.error('runs-not-settled', { error: databaseError(error) }),
    )
  }
  settle()
  const later: unknown = setTimeout(settle, leaseMs + MARGIN_MS)
  unref(later)
}

/** On Node a timer alone keeps a process alive. */
function unref(timer: unknown) {
  if (typeof timer !== 'object' || timer === null) return
  if ('unref' in timer && typeof timer.unref === 'function') timer.unref()
}
