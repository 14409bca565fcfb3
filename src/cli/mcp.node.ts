import * as z from 'zod'
import { responseError } from '../client/response-error.ts'
import { errorMessage } from '../core/error.ts'
import { isRecord, jsonText, tryParseJson } from '../core/json.ts'
import { readCapped } from '../core/upstream/read-capped.ts'
import { withTimeout } from '../core/upstream/with-timeout.ts'
import { codeOf, EXIT } from './exit.node.ts'
import { openService, SERVICE, type Service, type ServiceOptions } from './service.node.ts'
import type { Terminal } from './terminal.node.ts'
import { textLines } from './text-lines.ts'

/** The first of the codes that JSON-RPC reserves for servers. */
const SERVER_ERROR = -32000
const PARSE_ERROR = -32700
const INTERNAL_ERROR = -32603

/** The time that clients of the SDK wait for a response. */
const TIMEOUT_MS = 60_000
const MAX_ANSWER_BYTES = 4 * 1024 * 1024

/** The parts of a message that are read here. The service checks the whole of it. */
const Envelope = z.object({
  id: z.unknown().optional(),
  method: z.string().catch(''),
  params: z
    .object({
      name: z.string().optional().catch(undefined),
      uri: z.string().optional().catch(undefined),
      requestId: z.unknown().optional(),
      _meta: z.object({ 'io.modelcontextprotocol/protocolVersion': z.string() }).optional(),
    })
    .catch({}),
})

/**
 * An MCP server on standard input and output that forwards each message to `/mcp` of the service. The
 * log goes to the standard error. Resolves when the standard input has ended and every request has
 * been answered.
 */
export async function mcp(options: ServiceOptions, terminal: Terminal): Promise<number> {
  const service = await openService({ ...options, verbose: true }, terminal)
  const requests = new Map<unknown, AbortController>()
  const pending = new Set<Promise<void>>()

  async function answer(line: string) {
    const message = tryParseJson(line)
    if (!isRecord(message)) {
      return rpcError(null, PARSE_ERROR, 'Each line must be one JSON-RPC message.')
    }
    const { id, method, params } = Envelope.parse(message)
    if (method === 'notifications/cancelled') requests.get(params.requestId)?.abort()
    const controller = new AbortController()
    if (id !== undefined) requests.set(id, controller)
    const answered = await forward(service, message, controller.signal).catch((error) =>
      id === undefined || controller.signal.aborted ? undefined : failedRequest(id, error),
    )
    requests.delete(id)
    return answered
  }

  for await (const line of textLines(terminal.stdin.setEncoding('utf8'))) {
    const work = answer(line).then((message) => {
      if (message) terminal.stdout.write(`${jsonText(message)}\n`)
      pending.delete(work)
    })
    pending.add(work)
  }
  await Promise.all(pending)
  return EXIT.done
}

/** The response to a message; undefined for a notification. */
function forward(service: Service, message: object, signal: AbortSignal) {
  const limit = { upstream: SERVICE, timeoutMs: TIMEOUT_MS, signal }
  return withTimeout(limit, async (signal) => {
    const init = { headers: headersOf(message), body: message, signal }
    const response = await service.request('/mcp', init)
    if (response.status === 202) return undefined
    const text = await readCapped(response, { upstream: SERVICE, maxBytes: MAX_ANSWER_BYTES })
    const answered = tryParseJson(text)
    // An error may have the status of its HTTP response.
    if (isRecord(answered) && answered.jsonrpc === '2.0') return answered
    throw responseError(text, { status: response.status })
  })
}

/** Since revision 2026-07-28 the headers of a request say what its body says. */
function headersOf(message: object): Record<string, string> {
  const { method, params } = Envelope.parse(message)
  const headers = { accept: 'application/json, text/event-stream' }
  const version = params._meta?.['io.modelcontextprotocol/protocolVersion']
  if (version === undefined) return headers
  const name = params.name ?? params.uri
  return {
    ...headers,
    'mcp-protocol-version': version,
    'mcp-method': method,
    ...(name !== undefined && { 'mcp-name': headerValue(name) }),
  }
}

/** A value as MCP encodes it where a header cannot hold it. */
function headerValue(text: string) {
  if (/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text)) return text
  return `=?base64?${Buffer.from(text).toString('base64')}?=`
}

function failedRequest(id: unknown, error: unknown) {
  const code = codeOf(error)
  if (!code) return rpcError(id, INTERNAL_ERROR, 'An error occurred')
  return rpcError(id, SERVER_ERROR, `${errorMessage(error)} (${code})`)
}

function rpcError(id: unknown, code: number, message: string) {
  return { jsonrpc: '2.0', id, error: { code, message } }
}
