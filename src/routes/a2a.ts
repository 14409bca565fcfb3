import type { Context, ErrorHandler } from 'hono'
import * as z from 'zod'
import { SSE_WIRE } from '../core/sse.ts'
import type { Env } from '../http/env.ts'
import { failure } from '../http/failure.ts'
import { operation } from '../http/operation.ts'
import { readText } from '../http/read-json.ts'
import { headersOf, reply } from '../http/reply.ts'
import { type RouteGroup, routeGroup } from '../http/route-group.ts'
import { type A2aResult, a2aWriter, rpcResult } from '../wires/a2a/a2a.ts'
import { METHODS_0_3, resultIn03 } from '../wires/a2a/a2a-0.3.ts'
import { A2aError, a2aErrorBody, type RpcId } from '../wires/a2a/a2a-error.ts'
import {
  A2aRequest,
  a2aTurn,
  checkVersion,
  otherA2aResult,
  readA2aCall,
  readA2aMessage,
} from '../wires/a2a/a2a-request.ts'
import { findTurns, keptTurn } from './kept-turn.ts'
import { type RunDeps, streamRun, wholeRun } from './streams.ts'

const A2aResponse = z
  .looseObject({ jsonrpc: z.literal('2.0'), id: z.union([z.string(), z.number(), z.null()]) })
  .meta({ id: 'A2aResponse', description: 'A result or an error of JSON-RPC 2.0.' })

const VersionHeader = z.object({ 'a2a-version': z.string().meta({ example: '1.0' }) })

const VERSIONS = [
  {
    path: '/a2a',
    operationId: 'a2a',
    summary: 'Ask the agent as another agent, over A2A 1.0 (JSON-RPC)',
    headers: VersionHeader,
    check: checkVersion,
    methodOf: (method: string) => method,
    inVersion: (result: A2aResult): object => result,
  },
  {
    path: '/a2a/0.3',
    operationId: 'a2a03',
    summary: 'The same over A2A 0.3',
    headers: undefined,
    check: () => {},
    methodOf: (method: string) => METHODS_0_3[method] ?? method,
    inVersion: resultIn03,
  },
] as const

/** The agent for other agents, over A2A. */
export function a2a(deps: RunDeps): RouteGroup {
  return routeGroup(VERSIONS.map((version) => callA2a(version, deps)))
}

function callA2a(version: (typeof VERSIONS)[number], deps: RunDeps) {
  const { path, operationId, summary, headers, check, methodOf, inVersion } = version
  const { keptTurns, now } = deps

  async function send(c: Context<Env>, id: RpcId, params: unknown, isStream: boolean) {
    const question = readA2aMessage(params)
    const turnId = `context/${question.contextId}`
    const ids = { whole: question.isNewContext ? [] : [turnId], answers: [] }
    const last = (await findTurns(c, keptTurns, ids)).get(turnId)
    const { input, before } = a2aTurn(question, last)
    const { keep } = keptTurn(c, keptTurns, { turnId, before })
    const { encode, whole } = a2aWriter(question, { id, runId: input.runId, now, inVersion })
    if (isStream) return streamRun(c, SSE_WIRE, { input, keep, encode }, deps)
    return reply(c, whole(await wholeRun(c, { input, keep }, deps)))
  }

  return operation({
    method: 'post',
    path,
    operationId,
    tags: ['Agent'],
    summary,
    documented: { headers, body: A2aRequest },
    data: A2aResponse,
    responses: {
      200: {
        description: 'The answer. Errors of the protocol have this status, too.',
        content: {
          'application/json': { schema: A2aResponse },
          'text/event-stream': { schema: { type: 'string', description: 'Events of a task.' } },
        },
      },
      default: {
        description: 'An error.',
        content: { 'application/json': { schema: A2aResponse } },
      },
    },
    async handle(_input, c) {
      let id: RpcId = null
      try {
        const call = readA2aCall(await readText(c), c.req.header('content-type'))
        id = call.id
        c.set('sent', call)
        check(c.req.header('a2a-version') ?? c.req.query('A2A-Version'))
        const method = methodOf(call.method)
        const isStream = method === 'SendStreamingMessage'
        if (isStream || method === 'SendMessage') return await send(c, id, call.params, isStream)
        return reply(c, rpcResult(id, otherA2aResult({ ...call, method })))
      } catch (thrown) {
        if (thrown instanceof A2aError) return reply(c, a2aErrorBody(id, thrown))
        return replyFailure(c, id, failure(thrown, c, deps.log))
      }
    },
  })
}

/** Answers errors of every route in the form of JSON-RPC. */
export function a2aErrors({ log }: Pick<RunDeps, 'log'>): ErrorHandler<Env> {
  return (thrown, c) => replyFailure(c, null, failure(thrown, c, log))
}

function replyFailure(c: Context<Env>, id: RpcId, error: ReturnType<typeof failure>) {
  const status = error.code === 'invalid-request' ? 200 : error.status
  return reply(c, a2aErrorBody(id, error), status, headersOf(error))
}
