import { AppError } from '../../core/error.ts'
import { agUi } from '../../wires/ag-ui/ag-ui.ts'
import { generate, rasa } from '../../wires/generate.ts'
import { ndjson } from '../../wires/ndjson.ts'
import { uiMessageStream } from '../../wires/ui-message-stream.ts'
import type { CalledWire } from '../../wires/wire.ts'
import { AGENT_KINDS } from '../agent-kinds.ts'

/** The kinds of agents are labels of four wires. */
const WIRES = new Map<string, CalledWire>([
  ['ag-ui', agUi],
  ['crewai', ndjson],
  ['langgraph', ndjson],
  ['agno', ndjson],
  ['vercelV5', uiMessageStream],
  ['mastra', generate],
  ['mastra-legacy', generate],
  ['rasa', rasa],
])

/**
 * The wire of agents of this kind.
 *
 * @throws AppError `invalid-request`, which says what to register instead.
 */
export function wireOf(kind: string): CalledWire {
  const wire = WIRES.get(kind)
  if (wire) return wire
  const message =
    kind === 'ag2'
      ? 'Agents of the kind ag2 have no common protocol: register it as ag-ui if it answers with ' +
        'AG-UI events, or as crewai if it answers with JSON lines.'
      : `integrateWith must be one of ${AGENT_KINDS.join(', ')}.`
  throw new AppError('invalid-request', message)
}
