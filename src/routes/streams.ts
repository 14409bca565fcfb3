import type { Context } from 'hono'
import * as z from 'zod'
import type { StreamLimit } from '../access/access.ts'
import { type CollectedRun, collectRun } from '../agent/collect-run.ts'
import type { RunInput } from '../agent/run.ts'
import { type AgentDeps, runAgent } from '../agent/run-agent.ts'
import type { RunEvent } from '../agent/run-event.ts'
import type { Env } from '../http/env.ts'
import { type Operation, operation } from '../http/operation.ts'
import { readJson } from '../http/read-json.ts'
import { type RouteGroup, routeGroup } from '../http/route-group.ts'
import { agUi } from '../protocols/ag-ui.ts'
import { ndjson } from '../protocols/ndjson.ts'
import type { Exchange, StreamProtocol } from '../protocols/protocol.ts'
import { streamResponse } from '../protocols/stream-response.ts'
import { uiMessageStream } from '../protocols/ui-message-stream.ts'

export interface RunDeps extends AgentDeps {
  /** Counts the open streams of an address, where they are limited. */
  streamLimit?: StreamLimit | undefined
}

/** The agent's answer as a stream: a route for each protocol. */
export function streams(deps: RunDeps): RouteGroup {
  return routeGroup([
    streamOperation('/stream', ndjson, deps),
    streamOperation('/agent', agUi, deps),
    streamOperation('/api/ui/chat', uiMessageStream, deps),
    RESUME_UI_CHAT,
  ])
}

/**
 * The AI SDK's chat transport asks here for a stream to resume. A run ends when its reader leaves,
 * so there never is one, which the protocol expresses as 204.
 */
const RESUME_UI_CHAT = operation({
  method: 'get',
  path: '/api/ui/chat/{chatId}/stream',
  operationId: 'resumeUiChat',
  tags: ['Agent'],
  summary: 'Whether there is a stream to resume; there never is',
  documented: { params: z.object({ chatId: z.string() }) },
  responses: { 204: { description: 'There is nothing to resume.' } },
  handle: (_input, c) => new Response(null, { status: 204, headers: c.get('headers') }),
})

interface StreamOptions {
  params?: z.ZodObject
  /** Runs before the body is read. */
  check?(c: Context<Env>): void
}

/** A run, streamed in a protocol. What fails before the run starts is answered as on any route. */
export function streamOperation(
  path: Operation['path'],
  protocol: StreamProtocol,
  deps: RunDeps,
  { params, check }: StreamOptions = {},
): Operation {
  const { operationId, summary, request, events, headers } = protocol
  const content = { [headers['content-type']]: { schema: { type: 'string' as const } } }
  return operation({
    method: 'post',
    path,
    operationId,
    tags: ['Agent'],
    summary,
    documented: { params, body: request },
    responses: { 200: { description: events, content } },
    async handle(_input, c) {
      check?.(c)
      return streamRun(c, protocol, protocol.open(await readJson(c)), deps)
    },
  })
}

/** Runs the agent and streams what it does. */
export function streamRun(
  c: Context<Env>,
  { headers, keepAlive }: Pick<StreamProtocol, 'headers' | 'keepAlive'>,
  { input, encode, isAnswered = false }: Exchange,
  deps: RunDeps,
): Promise<Response> {
  const releaseStream = deps.streamLimit?.(c.get('address'))
  const run = new AbortController()
  const requestId = c.get('requestId')
  const closing = c.env?.outgoing?.shouldKeepAlive === false && { connection: 'close' }
  return streamResponse({
    events: isAnswered ? emptyRun(input) : runAgent({ ...input, requestId }, deps, run.signal),
    encode,
    signal: c.req.raw.signal,
    onCancel: () => run.abort(),
    onClosed: releaseStream,
    keepAlive,
    headers: { ...c.get('headers'), ...headers, ...closing },
  })
}

/** Runs the agent to its end. */
export function wholeRun(c: Context<Env>, input: RunInput, deps: RunDeps): Promise<CollectedRun> {
  const requestId = c.get('requestId')
  return collectRun(runAgent({ ...input, requestId }, deps, c.req.raw.signal))
}

async function* emptyRun({ threadId, runId }: RunInput): AsyncGenerator<RunEvent> {
  yield { type: 'run-start', threadId, runId, messageId: crypto.randomUUID() }
  const usage = { inputTokens: 0, outputTokens: 0, totalTokens: 0 }
  yield { type: 'run-end', finishReason: 'stop', usage, pendingToolCalls: [] }
}
