import type { Log } from '../../core/log.ts'
import type { AgentQuestion, RegisteredAgent } from './agent-question.ts'
import type { DeliveryFailure } from './delivery-failure.ts'

interface Counts {
  textLength: number
  toolCalls: number
  /** What the agent itself said of its failure. */
  agentMessage: string | undefined
}

/**
 * Begins the one record of a run. It holds no address, since that can hold a secret, no header and
 * nothing that was said, but for the agent's own words about its failure.
 */
export function startRecord(agent: RegisteredAgent, question: AgentQuestion, log: Log) {
  const startedMs = performance.now()
  const { agentId, integrateWith } = agent
  const { threadId, runId, asked } = question

  return (failure: DeliveryFailure | undefined, counts: Counts) => {
    const durationMs = Math.round(performance.now() - startedMs)
    const ids = { ...asked, agentId, integrateWith, threadId, runId }
    const fields = { ...ids, durationMs, ...counts }
    if (!failure) return log.info('agent-answered', fields)
    const { code, detail, cause } = failure
    if (code === 'internal') return log.error('agent-run-failed', { ...fields, code, error: cause })
    // Whoever stopped the run knows; nobody has to look into it.
    if (code === 'cancelled') return log.info('agent-run-cancelled', fields)
    log.warn('agent-run-failed', { ...fields, code, detail })
  }
}
