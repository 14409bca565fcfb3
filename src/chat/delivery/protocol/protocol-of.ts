import { AppError } from '../../../core/error.ts'
import { AGENT_KINDS } from '../../agent-kinds.ts'
import { agUi } from './ag-ui.ts'
import type { AgentProtocol } from './agent-protocol.ts'
import { jsonLines } from './json-lines.ts'
import { rasa, simpleJson } from './simple-json.ts'
import { uiMessageStream } from './ui-message-stream.ts'

const PROTOCOLS = new Map<string, AgentProtocol>([
  ['crewai', jsonLines],
  ['langgraph', jsonLines],
  ['agno', jsonLines],
  ['ag-ui', agUi],
  ['mastra', simpleJson],
  ['mastra-legacy', simpleJson],
  ['vercelV5', uiMessageStream],
  ['rasa', rasa],
])

/** Frameworks whose agents have no common protocol: each server defines its own. */
const WITHOUT_PROTOCOL = new Set<string>(['ag2'])

/**
 * The protocol for agents of this kind.
 *
 * @throws AppError `invalid-request`, which says what to register instead.
 */
export function protocolOf(kind: string): AgentProtocol {
  const protocol = PROTOCOLS.get(kind)
  if (protocol) return protocol
  if (WITHOUT_PROTOCOL.has(kind)) {
    const message =
      `Agents of the kind ${kind} have no common protocol: register it as ag-ui if it answers with AG-UI events, ` +
      'or as crewai if it answers with JSON lines.'
    throw new AppError('invalid-request', message)
  }
  const known = AGENT_KINDS.join(', ')
  throw new AppError('invalid-request', `integrateWith must be one of ${known}.`)
}
