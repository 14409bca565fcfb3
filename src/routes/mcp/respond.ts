import {
  classifyInboundRequest,
  createMcpHandler,
  isInitializeRequest,
  isJSONRPCRequest,
  type JSONRPCMessage,
  ProtocolErrorCode,
  parseJSONRPCMessage,
  type Server,
  type Transport,
  UnsupportedProtocolVersionError,
} from '@modelcontextprotocol/server'
import { ECHOED } from '../../core/echoed.ts'
import { asRecord, isRecord } from '../../core/json.ts'
import { MCP_VERSIONS, type McpAnswer, type McpResponder, rejection } from './answer.ts'
import { type McpDeps, mcpServers } from './server.ts'

/**
 * Answers messages of both eras of MCP over HTTP, always in JSON. Since revision 2026-07-28 each
 * request stands for itself: it has an envelope, and headers that say the same. Before that there was
 * a handshake, which is answered and then not needed.
 */
export function mcpResponder(deps: McpDeps): McpResponder {
  const serverFor = mcpServers(deps)

  return async function respond({ request, body, requestId }) {
    const message = withoutNullParams(body)
    const issue = issueOf(message)
    if (issue) return rejection(400, ProtocolErrorCode.InvalidRequest, issue)
    const method = String(asRecord(message).method)
    const server = serverFor(method, request, requestId)
    const version = request.headers.get('mcp-protocol-version')
    const isSupported = version === null || MCP_VERSIONS.includes(version)
    const era = classifyInboundRequest({
      httpMethod: 'POST',
      body: message,
      ...(version !== null && isSupported && { protocolVersionHeader: version }),
    })
    if (era.kind !== 'legacy') {
      return method === LISTEN ? noSubscriptions(message) : serveModern(server, request, message)
    }
    if (era.reason === 'batch') {
      return rejection(400, ProtocolErrorCode.InvalidRequest, 'The body must be one message.')
    }
    const parsed = parseJSONRPCMessage(message)
    // A handshake negotiates the version, whatever the header says.
    if (era.reason !== 'initialize' && !isSupported) return unsupported(parsed, version)
    return serveLegacy(server, parsed)
  }
}

/** The SDK takes the method for a string, and repeats an id of any length. */
function issueOf(message: unknown) {
  const { method = '', id } = asRecord(message)
  if (typeof method !== 'string') return 'method: must be a string.'
  if (typeof id !== 'string' || id.length <= ECHOED.id) return undefined
  return `id: may have at most ${ECHOED.id} characters.`
}

/** Some clients write absent params as `null`. */
function withoutNullParams(body: unknown): unknown {
  if (!isRecord(body) || body.params !== null) return body
  const { params: _, ...message } = body
  return message
}

const LISTEN = 'subscriptions/listen'

/** The lists change with a release only. The SDK would report an internal error. */
function noSubscriptions(message: unknown): McpAnswer {
  const id = idOf(parseJSONRPCMessage(message))
  return rejection(404, ProtocolErrorCode.MethodNotFound, 'There are no subscriptions', { id })
}

async function serveModern(server: Server, request: Request, body: unknown): Promise<McpAnswer> {
  const handler = createMcpHandler(() => server, { legacy: 'reject' })
  const headers = new Headers(request.headers)
  headers.set('content-type', 'application/json') // as on all routes, whatever the caller says
  const { url, signal } = request
  const response = await handler.fetch(new Request(url, { method: 'POST', headers, signal }), {
    parsedBody: body,
  })
  const { status } = response
  return response.body ? { status, message: await response.json() } : { status }
}

function unsupported(message: JSONRPCMessage, requested: string): McpAnswer {
  const { code, data } = new UnsupportedProtocolVersionError({ supported: MCP_VERSIONS, requested })
  const text = `MCP-Protocol-Version: must be one of ${MCP_VERSIONS.join(', ')}.`
  return rejection(400, code, text, { id: idOf(message), data })
}

async function serveLegacy(server: Server, message: JSONRPCMessage): Promise<McpAnswer> {
  const isHandshake = isJSONRPCRequest(message) && message.method === 'initialize'
  if (isHandshake && !isInitializeRequest(message)) {
    const text = 'initialize must have the params protocolVersion, capabilities and clientInfo.'
    return rejection(200, ProtocolErrorCode.InvalidParams, text, { id: idOf(message) })
  }
  const answer = await exchange(server, message)
  return answer ? { status: 200, message: answer } : { status: 202 }
}

function idOf(message: JSONRPCMessage) {
  return isJSONRPCRequest(message) ? message.id : null
}

/** Passes one message to a server of its own; undefined when it has no answer. */
function exchange(server: Server, message: JSONRPCMessage) {
  return new Promise<JSONRPCMessage | undefined>((resolve, reject) => {
    const transport: Transport = {
      start: async () => {},
      close: async () => {},
      send: async (answer) => resolve(answer),
    }
    const deliver = () => {
      transport.onmessage?.(message)
      if (!isJSONRPCRequest(message)) resolve(undefined)
    }
    server.connect(transport).then(deliver).catch(reject)
  })
}
