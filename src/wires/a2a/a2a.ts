import type { CollectedRun } from '../../core/collect-run.ts'
import type { RunEvent } from '../../core/run.ts'
import { sse } from '../../core/sse.ts'
import { eventWriter } from '../wire.ts'
import type { RpcId } from './a2a-error.ts'
import type { A2aQuestion } from './a2a-request.ts'

const MARKDOWN = 'text/markdown'

interface Making {
  id: RpcId
  runId: string
  now(): Date
  /** A result as the caller's version writes it. */
  inVersion(result: A2aResult): object
}

export interface A2aMessage {
  messageId: string
  contextId: string
  taskId?: string
  role: string
  parts: A2aPart[]
}

export type A2aPart = ({ text: string } | { data: unknown }) & {
  mediaType?: string
  metadata?: object
}

export interface A2aStatus {
  state: string
  timestamp: string
  message?: A2aMessage
}

interface OfTask {
  taskId: string
  contextId: string
}

/** An answer, or an event of the task that makes it. */
export type A2aResult =
  | { message: A2aMessage }
  | { task: { id: string; contextId: string; status: A2aStatus } }
  | { statusUpdate: OfTask & { status: A2aStatus } }
  | {
      artifactUpdate: OfTask & {
        artifact: { artifactId: string; parts: A2aPart[] }
        append?: boolean
        lastChunk?: boolean
      }
    }

/**
 * A run over A2A: whole as one message, streamed as a task that ends with its stream, because a stream
 * of a message would have to hold the message at once.
 */
export function a2aWriter(question: A2aQuestion, { id, runId: taskId, now, inVersion }: Making) {
  const { contextId, takesData } = question
  let hasText = false

  const message = (parts: A2aPart[]): A2aMessage => {
    return { messageId: crypto.randomUUID(), contextId, role: 'ROLE_AGENT', parts }
  }

  const status = (state: string): A2aStatus => {
    return { state: `TASK_STATE_${state}`, timestamp: now().toISOString() }
  }

  const artifact = (artifactId: string, parts: A2aPart[], more: object): A2aResult => {
    return { artifactUpdate: { taskId, contextId, artifact: { artifactId, parts }, ...more } }
  }

  const end = (last: A2aStatus): A2aResult => {
    return { statusUpdate: { taskId, contextId, status: last } }
  }

  const write = eventWriter<A2aResult>({
    'run-start': () => [{ task: { id: taskId, contextId, status: status('WORKING') } }],
    'text-delta': ({ delta: text }) => {
      const append = hasText
      hasText = true
      const part = append ? { text } : { text, mediaType: MARKDOWN }
      return [artifact('answer', [part], { append })]
    },
    'tool-result': (result) =>
      takesData ? [artifact(result.toolCallId, [dataPart(result)], { lastChunk: true })] : [],
    // ADK stores an artifact once it is told of its last piece.
    'run-end': () => [
      ...(hasText ? [artifact('answer', [{ text: '' }], { append: true, lastChunk: true })] : []),
      end(status('COMPLETED')),
    ],
    'run-error': ({ message: text }) => [
      end({ ...status('FAILED'), message: { ...message([{ text }]), taskId } }),
    ],
  })

  const resultOf = (result: A2aResult) => rpcResult(id, inVersion(result))

  return {
    encode: (event: RunEvent) => sse(write(event).map(resultOf)),

    whole({ text, toolResults }: CollectedRun) {
      const data = takesData ? toolResults.map(dataPart) : []
      return resultOf({ message: message([{ text, mediaType: MARKDOWN }, ...data]) })
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
