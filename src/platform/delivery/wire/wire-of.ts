import { AppError } from '../../../core/error.ts'
import { AGENT_KINDS } from '../../agent-kinds.ts'
import { agUi } from './ag-ui.ts'
import { jsonAnswer, rasa } from './json-answer.ts'
import { jsonLines } from './json-lines.ts'
import { uiMessageStream } from './ui-message-stream.ts'
import type { Wire } from './wire.ts'

/** The kinds of agents are labels of four wires. */
const WIRES = new Map<string, Wire>([
  ['ag-ui', agUi],
  ['crewai', jsonLines],
  ['langgraph', jsonLines],
  ['agno', jsonLines],
  ['vercelV5', uiMessageStream],
  ['mastra', jsonAnswer],
  ['mastra-legacy', jsonAnswer],
  ['rasa', rasa],
])

/**
 * The wire of agents of this kind.
 *
 * @throws AppError `invalid-request`, which says what to register instead.
 */
export function wireOf(kind: string): Wire {
  const wire = WIRES.get(kind)
  if (wire) return wire
  const message =
    kind === 'ag2'
      ? 'Agents of the kind ag2 have no common protocol: register it as ag-ui if it answers with ' +
        'AG-UI events, or as crewai if it answers with JSON lines.'
      : `integrateWith must be one of ${AGENT_KINDS.join(', ')}.`
  throw new AppError('invalid-request', message)
}
