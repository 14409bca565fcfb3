import type { Context, ErrorHandler } from 'hono'
import * as z from 'zod'
import type { ZodOpenApiResponsesObject } from 'zod-openapi'
import type { AppError } from '../core/error.ts'
import { tryParseJson } from '../core/json.ts'
import type { Message, StoredTurn } from '../core/run.ts'
import { callerOf } from '../http/caller.ts'
import type { Env } from '../http/env.ts'
import { failure } from '../http/failure.ts'
import { type HttpOperation, operation } from '../http/operation.ts'
import { jsonOf, readText } from '../http/read-json.ts'
import { headersOf, replyError, replyJson } from '../http/reply.ts'
import { type RouteGroup, routeGroup } from '../http/route-group.ts'
import { a2a, a2a03 } from '../wires/a2a/a2a.ts'
import { a2aErrorReply } from '../wires/a2a/a2a-error.ts'
import { agUi } from '../wires/ag-ui/ag-ui.ts'
import { chat } from '../wires/chat.ts'
import { chatCompletions, openAiErrorBody } from '../wires/chat-completions.ts'
import { ownGenerate } from '../wires/generate.ts'
import { ndjson } from '../wires/ndjson.ts'
import { responses } from '../wires/responses/responses.ts'
import { uiMessageStream } from '../wires/ui-message-stream.ts'
import type { ErrorReply, StoredExchange, Wire, WireRequest } from '../wires/wire.ts'
import { streamResumableRun, streamRun, type WireDeps, wholeRun } from './streams.ts'

/** The ways to ask the agent, by their paths. */
const WIRES: readonly (readonly [HttpOperation['path'], Wire])[] = [
  ['/api/chat', chat],
  ['/stream', ndjson],
  ['/agent', agUi],
  ['/api/ui/chat', uiMessageStream],
  ['/api/agents/{agentId}/generate', ownGenerate],
  ['/v1/chat/completions', chatCompletions],
  ['/v1/responses', responses],
  ['/a2a', a2a],
  ['/a2a/0.3', a2a03],
]

/** The paths on which every error has a form of its own, and the form. */
export const ERROR_FORMS: readonly [path: string, replyOf: (error: AppError) => ErrorReply][] = [
  ['/v1/*', (error) => ({ status: error.status, body: openAiErrorBody(error) })],
  ['/a2a/*', a2aErrorReply(null)],
]

export function errorHandler(
  replyOf: (error: AppError) => ErrorReply,
  { log }: Pick<WireDeps, 'log'>,
): ErrorHandler<Env> {
  return (thrown, c) => {
    const error = failure(thrown, c, log)
    const { status, body } = replyOf(error)
    return body === undefined
      ? replyError(c, error, status)
      : replyJson(c, body, status, headersOf(error))
  }
}

/** The agent over every wire. */
export function wires(deps: WireDeps): RouteGroup {
  return routeGroup(WIRES.map(([path, wire]) => wireOperation(path, wire, deps)))
}

const ResumableHeader = z.object({
  'x-resumable': z
    .enum(['true', 'false'])
    .optional()
    .describe(
      '`true`: the run continues for 30 seconds after its reader leaves; see `/runs/{runId}/events`.',
    ),
})

const RunIdHeader = z.object({
  'x-run-id': z.string().optional().describe('Names the run, if it can be resumed.'),
})

/** A run, asked for over a wire. What fails before it starts is answered as on any route. */
function wireOperation(path: HttpOperation['path'], wire: Wire, deps: WireDeps): HttpOperation {
  const { operationId, tag = 'Agent', summary, request, item, answer, headers, keepAlive } = wire
  return operation({
    method: 'post',
    path,
    operationId,
    tags: [tag],
    summary,
    documented: { ...(item && { headers: ResumableHeader }), body: request, ...wire.documented },
    data: answer,
    responses: responsesOf(wire),
    async handle(_input, c) {
      const asked = await openRun(c, wire, deps)
      if ('reply' in asked) return replyJson(c, asked.reply)
      if ('whole' in asked) return replyJson(c, asked.whole(await wholeRun(c, asked, deps)))
      const isResumable =
        asked.isResumable || (item && /^(true|1)$/i.test(c.req.header('x-resumable') ?? ''))
      const run = isResumable ? streamResumableRun : streamRun
      return run(c, { headers: headers ?? {}, keepAlive }, asked, deps)
    },
  })
}

async function openRun(c: Context<Env>, wire: Wire, deps: WireDeps) {
  const text = await readText(c)
  const asked = wire.open(wire.readsText ? text : jsonOf(c, text), requestOf(c, deps))
  if (wire.readsText) c.set('sent', tryParseJson(text))
  return 'turnIds' in asked ? inConversation(c, asked, deps) : asked
}

/** A stream is text. The schema of its items is a component of the document. */
function responsesOf({ answer, failure, headers, events, item }: Wire): ZodOpenApiResponsesObject {
  const schema = item
    ? {
        type: 'string' as const,
        contentMediaType: 'application/json',
        contentSchema: { $ref: `#/components/schemas/${item}` },
      }
    : { type: 'string' as const, description: events }
  const content = {
    ...(answer && { 'application/json': { schema: answer } }),
    ...(headers && { [headers['content-type']]: { schema } }),
  }
  const description = answer ? 'The answer.' : (events ?? '')
  return {
    200: { description, content, ...(item && { headers: RunIdHeader }) },
    ...(failure && {
      default: { description: 'An error.', content: { 'application/json': { schema: failure } } },
    }),
  }
}

function requestOf(c: Context<Env>, { now, log }: WireDeps): WireRequest {
  return {
    header: (name) => c.req.header(name),
    param: (name) => c.req.param(name) ?? c.req.query(name),
    now,
    onError: (replyOf) => c.set('replyError', errorHandler(replyOf, { log })),
  }
}

/** A run in a conversation of the caller. Without a database no turn is found or kept. */
async function inConversation(
  c: Context<Env>,
  { turnIds, isStored: mayStore, open }: StoredExchange,
  { storedTurns }: WireDeps,
) {
  const owner = callerOf(c)
  const found = (await storedTurns?.find(turnIds, owner)) ?? new Map<string, StoredTurn>()
  const turns = mayStore ? storedTurns : undefined
  let isStored = turns !== undefined
  const { turn, exchange } = open(found, () => isStored)
  const keep = async (answer: Message) => {
    isStored = (await turns?.keep({ ...turn, owner, answer })) ?? false
  }
  return { ...exchange, keep }
}
