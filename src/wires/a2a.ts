import type { CollectedRun } from '../core/collect-run.ts'
import type { RunEvent } from '../core/run.ts'
import { sse } from '../core/sse.ts'
import type { RpcId } from './a2a-error.ts'
import type { A2aQuestion } from './a2a-request.ts'
import { eventWriter } from './wire.ts'

const MARKDOWN = 'text/markdown'

interface Making {
  id: RpcId
  runId: string
  now(): Date
}

/**
 * A run over A2A: whole as one message, streamed as a task that ends with its stream, because a stream
 * of a message would have to hold the message at once.
 */
export function a2aWriter(question: A2aQuestion, { id, runId: taskId, now }: Making) {
  const { contextId, takesData } = question
  let hasText = false

  const message = (parts: object[], more: object = {}) => {
    return { messageId: crypto.randomUUID(), contextId, role: 'ROLE_AGENT', parts, ...more }
  }

  const status = (state: string, more: object = {}) => {
    return { state: `TASK_STATE_${state}`, timestamp: now().toISOString(), ...more }
  }

  const artifact = (artifactId: string, parts: object[], more: object = {}) => {
    return { artifactUpdate: { taskId, contextId, artifact: { artifactId, parts }, ...more } }
  }

  const end = (state: string, more?: object) => {
    return { statusUpdate: { taskId, contextId, status: status(state, more) } }
  }

  const write = eventWriter<object>({
    'run-start': () => [{ task: { id: taskId, contextId, status: status('WORKING') } }],
    'text-delta': ({ delta: text }) => {
      const append = hasText
      hasText = true
      const part = append ? { text } : { text, mediaType: MARKDOWN }
      return [artifact('answer', [part], { append })]
    },
    'tool-result': (result) =>
      takesData ? [artifact(result.toolCallId, [dataPart(result)], { lastChunk: true })] : [],
    'run-end': () => [end('COMPLETED')],
    'run-error': ({ message: text }) => [
      end('FAILED', { message: message([{ text }], { taskId }) }),
    ],
  })

  return {
    encode: (event: RunEvent) => sse(write(event).map((result) => rpcResult(id, result))),

    whole({ text, toolResults }: CollectedRun) {
      const data = takesData ? toolResults.map(dataPart) : []
      return rpcResult(id, { message: message([{ text, mediaType: MARKDOWN }, ...data]) })
    },
  }
}

export function rpcResult(id: RpcId, result: object) {
  return { jsonrpc: '2.0', id, result }
}

function dataPart({
  toolName: tool,
  result: data,
}: Pick<RunEvent<'tool-result'>, 'toolName' | 'result'>) {
  return { data, mediaType: 'application/json', metadata: { tool } }
}
