import type { Log } from '../../core/log.ts'
import type { DeliveryError } from './delivery-error.ts'
import type { RegisteredAgent, RunInput } from './run-input.ts'

interface Counts {
  textLength: number
  toolCalls: number
  /** The agent's own error message. */
  agentMessage: string | undefined
}

/**
 * Returns a function that logs the run when it ends, once. The entry has no address, which can
 * contain a secret, no header and no content but the agent's own error message.
 */
export function startRecord(agent: RegisteredAgent, input: RunInput, log: Log) {
  const startedMs = performance.now()
  const { agentId, integrateWith } = agent
  const { threadId, runId, chat } = input

  return (error: DeliveryError | undefined, counts: Counts) => {
    const durationMs = Math.round(performance.now() - startedMs)
    const ids = { ...chat, agentId, integrateWith, threadId, runId }
    const fields = { ...ids, durationMs, ...counts }
    if (!error) return log.info('agent-answered', fields)
    const { code, detail, cause } = error
    if (code === 'internal') return log.error('agent-run-failed', { ...fields, code, error: cause })
    // Stopped on purpose: nothing to investigate.
    if (code === 'cancelled') return log.info('agent-run-cancelled', fields)
    log.warn('agent-run-failed', { ...fields, code, detail })
  }
}
