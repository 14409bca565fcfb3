import {
  ErrorCode,
  JSONRPCMessageSchema,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js'
import type { Context } from 'hono'
import * as z from 'zod'
import { foreignOrigins } from '../access/local-only.ts'
import { parseJson } from '../core/json.ts'
import type { Env } from '../http/env.ts'
import { operation } from '../http/operation.ts'
import { readText } from '../http/read-json.ts'
import { reply } from '../http/reply.ts'
import { type RouteGroup, routeGroup } from '../http/route-group.ts'
import { exchange, type McpDeps, mcpServers } from '../protocols/mcp-server.ts'

/** Of the range that JSON-RPC leaves to servers. */
const REJECTED = -32000
const VERSIONS = SUPPORTED_PROTOCOL_VERSIONS

/** A tool call needs a dozen. The limit is low because each layer of the SDK validates a message again. */
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
  corsOrigins: readonly string[]
}

/**
 * The tools over the Model Context Protocol: streamable HTTP (revision 2025-11-25, basic/transports)
 * without sessions, one message a request, answered in JSON.
 */
export function mcp({ corsOrigins, ...deps }: RouteDeps): RouteGroup {
  const serverFor = mcpServers(deps)
  const isForeign = corsOrigins.includes('*') ? () => false : foreignOrigins(corsOrigins)

  const callMcp = operation({
    method: 'post',
    path: '/mcp',
    operationId: 'mcp',
    tags: ['Agent'],
    summary: 'The tools over the Model Context Protocol (streamable HTTP, stateless)',
    body: Message,
    data: Message,
    responses: { 202: { description: 'A notification was accepted.' } },
    async handle(c) {
      // Browsers always send the page's own origin, also to a host name rebound to this address.
      const origin = c.req.header('origin')
      if (origin && isForeign(origin)) {
        return rejectMessage(c, 403, REJECTED, 'Pages of this origin may not call the tools.')
      }
      const version = c.req.header('mcp-protocol-version')
      if (version && !VERSIONS.includes(version)) {
        const message = `MCP-Protocol-Version: must be one of ${VERSIONS.join(', ')}.`
        return rejectMessage(c, 400, REJECTED, message)
      }

      const { value, issue } = parseJson(await readText(c), { maxValues: MAX_VALUES })
      if (issue) return rejectMessage(c, 400, ErrorCode.ParseError, `The body ${issue}.`)
      const message = JSONRPCMessageSchema.safeParse(value)
      if (!message.success) {
        const message = 'The body must be one JSON-RPC message.'
        return rejectMessage(c, 400, ErrorCode.InvalidRequest, message)
      }
      const answer = await exchange(serverFor(c.req.raw, c.env.requestId), message.data)
      return answer ? reply(c, answer) : new Response(null, { status: 202, headers: c.env.headers })
    },
  })
  return routeGroup([callMcp])
}

/** Rejects a message before the MCP server gets it, in the form that MCP clients read. */
function rejectMessage(c: Context<Env>, status: number, code: number, message: string): Response {
  return reply(c, { jsonrpc: '2.0', error: { code, message }, id: null }, status)
}
