import { AppError } from '../../../error.ts'
import { AGENT_KINDS } from '../../client/agent-kinds.ts'
import { agUi } from './ag-ui.ts'
import { jsonLines } from './json-lines.ts'
import { rasa } from './rasa.ts'
import { simpleJson } from './simple-json.ts'
import { uiMessageStream } from './ui-message-stream.ts'
import type { Wire } from './wire.ts'

const WIRES = new Map<string, Wire>([
  ['crewai', jsonLines],
  ['langgraph', jsonLines],
  ['agno', jsonLines],
  ['ag-ui', agUi],
  ['mastra', simpleJson],
  ['mastra-legacy', simpleJson],
  ['vercelV5', uiMessageStream],
  ['rasa', rasa],
])

/** Frameworks whose agents are served by programs that each have a wire of their own. */
const WITHOUT_WIRE = new Set<string>(['ag2'])

/**
 * How an agent of this kind is asked.
 *
 * @throws AppError `invalid-request` that says what to register instead.
 */
export function wireOf(kind: string): Wire {
  const wire = WIRES.get(kind)
  if (wire) return wire
  if (WITHOUT_WIRE.has(kind)) {
    const message =
      `An ${kind} agent has no one wire: register it as ag-ui when it answers with AG-UI events, ` +
      'or as crewai when it answers with JSON lines.'
    throw new AppError('invalid-request', message)
  }
  const known = AGENT_KINDS.join(', ')
  throw new AppError('invalid-request', `integrateWith must be one of ${known}.`)
}
