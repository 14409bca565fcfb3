import {
  ErrorCode,
  JSONRPCMessageSchema,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js'
import { type Context, Hono } from 'hono'
import * as z from 'zod'
import { foreignOrigins } from '../access/local-only.ts'
import { parseJson } from '../json-limits.ts'
import { exchange } from '../mcp/exchange.ts'
import { type McpDeps, mcpServers } from '../mcp/mcp-server.ts'
import { answers, type Routes } from './answers.ts'
import type { Door } from './door.ts'
import { limitBody, readText } from './read-json.ts'
import { reply } from './reply.ts'

const REFUSED = -32000
const VERSIONS = SUPPORTED_PROTOCOL_VERSIONS

/** A call of a tool needs a dozen, and the SDK checks a message again at each of its layers. */
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
export function mcp({ corsOrigins, ...deps }: RouteDeps): Routes {
  const serverFor = mcpServers(deps)
  const isForeign = corsOrigins.includes('*') ? () => false : foreignOrigins(corsOrigins)

  const paths: Routes['paths'] = {
    '/mcp': {
      post: {
        operationId: 'mcp',
        tags: ['Agent'],
        summary: 'The tools over the Model Context Protocol (streamable HTTP, stateless)',
        requestBody: { required: true, content: { 'application/json': { schema: Message } } },
        responses: { ...answers(Message), 202: { description: 'A notification, taken.' } },
      },
    },
  }

  const routes = new Hono<Door>().post('/mcp', limitBody, async (c) => {
    // A browser always says whose page asks; a name that was bound anew to us does not change it.
    const origin = c.req.header('origin')
    if (origin && isForeign(origin)) return refuse(c, 403, REFUSED, 'This origin may not ask.')
    const version = c.req.header('mcp-protocol-version')
    if (version && !VERSIONS.includes(version)) {
      return refuse(c, 400, REFUSED, `The protocol versions are ${VERSIONS.join(', ')}.`)
    }

    const { value, issue } = parseJson(await readText(c), { maxValues: MAX_VALUES })
    if (issue) return refuse(c, 400, ErrorCode.ParseError, `The body ${issue}.`)
    const message = JSONRPCMessageSchema.safeParse(value)
    if (!message.success) {
      return refuse(c, 400, ErrorCode.InvalidRequest, 'The body must be one JSON-RPC message.')
    }
    const answer = await exchange(serverFor(c.req.raw, c.env.requestId), message.data)
    return answer ? reply(c, answer) : new Response(null, { status: 202, headers: c.env.headers })
  })

  return { paths, routes }
}

/** What never reaches a server is refused in the form that its client reads. */
function refuse(c: Context<Door>, status: number, code: number, message: string): Response {
  return reply(c, { jsonrpc: '2.0', error: { code, message }, id: null }, status)
}
