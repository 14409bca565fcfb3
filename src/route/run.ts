import { type Context, Hono } from 'hono'
import type { ZodOpenApiOperationObject } from 'zod-openapi'
import type { Access } from '../access/access.ts'
import { type AgentDeps, type RunInput, runAgent } from '../agent/run-agent.ts'
import type { RunEvent } from '../agent/run-event.ts'
import { onAbort } from '../on-abort.ts'
import type { Exchange, StreamProtocol } from '../stream/protocol.ts'
import { streamResponse } from '../stream/stream-response.ts'
import { FAILED, type Routes } from './answers.ts'
import type { Door } from './door.ts'
import { limitBody, readJson } from './read-json.ts'

export interface RunDeps extends AgentDeps {
  access?: Access | undefined
}

/** One run, streamed in the protocol it is mounted with. */
export function run(path: string, protocol: StreamProtocol, deps: RunDeps): Routes {
  const routes = new Hono<Door>().post(path, limitBody, async (c) =>
    streamRun(c, protocol, protocol.open(await readJson(c)), deps),
  )

  return { paths: { [path]: { post: streamOperation(protocol) } }, routes }
}

/** A run that has not begun fails as on any other route. */
export function streamOperation({ operation }: StreamProtocol): ZodOpenApiOperationObject {
  return { ...operation, responses: { ...operation.responses, ...FAILED } }
}

/** Runs what an exchange asks for, and streams the answer over its wire. */
export function streamRun(
  c: Context<Door>,
  wire: Pick<StreamProtocol, 'headers' | 'keepAlive'>,
  { input, encode, isAnswered = false }: Exchange,
  deps: RunDeps,
): Response {
  const endStream = deps.access?.streams?.begin(c.req.raw, c.env.connection)
  const reader = new AbortController()
  // Node tells of a reader that left by cancelling the stream, workerd by the request's signal.
  const { signal } = c.req.raw
  const stay = onAbort(signal, () => reader.abort(signal.reason))
  return streamResponse({
    events: isAnswered ? emptyRun(input) : runAgent(input, deps, reader.signal),
    encode,
    onCancel: () => reader.abort(),
    onClosed() {
      stay()
      endStream?.()
    },
    keepAlive: wire.keepAlive,
    headers: { ...c.env.headers, ...wire.headers },
  })
}

async function* emptyRun({ threadId, runId }: RunInput): AsyncGenerator<RunEvent> {
  yield { type: 'run-start', threadId, runId, messageId: crypto.randomUUID() }
  const usage = { inputTokens: 0, outputTokens: 0, totalTokens: 0 }
  yield { type: 'run-end', finishReason: 'stop', usage, pendingCallIds: [] }
}
