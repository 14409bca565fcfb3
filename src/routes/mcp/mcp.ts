import type { Context } from 'hono'
import * as z from 'zod'
import type { Access } from '../../access/access.ts'
import { foreignOrigins } from '../../access/origin-guard.ts'
import { parseJson } from '../../core/json.ts'
import type { Env } from '../../http/env.ts'
import { operation } from '../../http/operation.ts'
import { readText } from '../../http/read-json.ts'
import { replyJson } from '../../http/reply.ts'
import { type RouteGroup, routeGroup } from '../../http/route-group.ts'
import { admitAsker } from '../asker.ts'
import { type McpResponder, rejection } from './answer.ts'
import type { McpDeps } from './server.ts'

/** A code of the range that JSON-RPC leaves to servers. */
const REJECTED = -32000
const PARSE_ERROR = -32700

/** A tool call needs a dozen, and each layer of the SDK validates a message again. */
const MAX_VALUES = 2_000

const Message = z
  .looseObject({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.string(), z.number()]).optional(),
    method: z.string().optional(),
    params: z.looseObject({}).optional(),
  })
  .meta({ id: 'McpMessage', description: 'A JSON-RPC 2.0 message of the Model Context Protocol.' })

interface RouteDeps extends McpDeps {
  access?: Access | undefined
  corsOrigins: readonly string[]
}

/** The tools over the Model Context Protocol: streamable HTTP without sessions. */
export function mcpRoutes({ corsOrigins, access, ...deps }: RouteDeps): RouteGroup {
  let respond: McpResponder | undefined
  const isForeign = corsOrigins.includes('*') ? () => false : foreignOrigins(corsOrigins)

  async function answerTo(c: Context<Env>) {
    // A browser sends the origin of its page, even if that host name was rebound to this address.
    const origin = c.req.header('origin')
    if (origin && isForeign(origin)) {
      const text = 'Pages of this origin may not call the tools: CORS_ORIGINS lists those that may.'
      return rejection(403, REJECTED, text)
    }
    const { value, issue } = parseJson(await readText(c), { maxValues: MAX_VALUES })
    if (issue) return rejection(400, PARSE_ERROR, `The body ${issue}.`)
    c.set('sent', value)
    await admitAsker(c, access)
    // The SDK is a sixth of the service's code, loaded where somebody uses it.
    respond ??= (await import('./respond.ts')).mcpResponder(deps)
    return respond({ request: c.req.raw, body: value, requestId: c.get('requestId') })
  }

  const callMcp = operation({
    method: 'post',
    path: '/mcp',
    operationId: 'mcp',
    tags: ['Agent'],
    summary: 'The tools over the Model Context Protocol (streamable HTTP, stateless)',
    documented: { body: Message },
    data: Message,
    responses: { 202: { description: 'A notification was accepted.' } },
    async handle(_input, c) {
      const { status, message } = await answerTo(c)
      if (message) return replyJson(c, message, status)
      return new Response(null, { status, headers: c.get('headers') })
    },
  })
  return routeGroup([callMcp])
}
