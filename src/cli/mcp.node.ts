import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import {
  ErrorCode,
  isJSONRPCRequest,
  type JSONRPCMessage,
  JSONRPCMessageSchema,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js'
import * as z from 'zod'
import { AppError } from '../core/error.ts'
import { tryParseJson } from '../core/json.ts'
import { withTimeout } from '../core/upstream/with-timeout.ts'
import { EXIT, ServiceError } from './exit.node.ts'
import { openService } from './open-service.node.ts'
import { bodyOf, SERVICE, type Service, type ServiceOptions } from './service.node.ts'
import type { Terminal } from './terminal.node.ts'

/** The first of the codes that JSON-RPC reserves for servers. */
const SERVER_ERROR = -32000

/** As long as clients of the SDK wait for a response. */
const TIMEOUT_MS = 60_000

const Cancelled = z.object({
  method: z.literal('notifications/cancelled'),
  params: z.object({ requestId: z.union([z.string(), z.number()]) }),
})

/**
 * An MCP server on standard input and output that forwards each message to `/mcp` of the service. The
 * log goes to the standard error. Resolves when the standard input has ended and every request has
 * been answered.
 */
export async function mcp(options: ServiceOptions, terminal: Terminal): Promise<number> {
  const service = await openService({ ...options, verbose: true }, terminal)
  const transport = new StdioServerTransport()
  const pending = new Set<Promise<void>>()
  const controllers = new Map<RequestId, AbortController>()

  transport.onmessage = (message) => {
    const cancelled = Cancelled.safeParse(message).data
    if (cancelled) controllers.get(cancelled.params.requestId)?.abort()
    const work = answer(message, { service, controllers }).then(async (answered) => {
      if (answered) await transport.send(answered)
    })
    pending.add(work)
    work.finally(() => pending.delete(work)).catch(() => {})
  }
  transport.onerror = () => {
    const message = 'Each line must be one JSON-RPC message.'
    const error = { code: ErrorCode.ParseError, message }
    terminal.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', error, id: null })}\n`)
  }

  const ended = new Promise((resolve) => {
    terminal.stdin.once('end', resolve).once('close', resolve)
    transport.onclose = () => resolve(undefined)
  })
  await transport.start()
  await ended
  await Promise.allSettled(pending)
  return EXIT.done
}

interface AnswerDeps {
  service: Service
  controllers: Map<RequestId, AbortController>
}

/** The response to a message; undefined for a notification and for a cancelled request. */
async function answer(
  message: JSONRPCMessage,
  { service, controllers }: AnswerDeps,
): Promise<JSONRPCMessage | undefined> {
  const id = isJSONRPCRequest(message) ? message.id : undefined
  const controller = new AbortController()
  if (id !== undefined) controllers.set(id, controller)
  try {
    const body = JSON.stringify(message)
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    }
    const limit = { upstream: SERVICE, timeoutMs: TIMEOUT_MS, signal: controller.signal }
    return await withTimeout(limit, async (signal) =>
      messageIn(await service.request('/mcp', { method: 'POST', headers, body, signal })),
    )
  } catch (error) {
    if (id === undefined || controller.signal.aborted) return undefined
    return { jsonrpc: '2.0', id, error: rpcError(error) }
  } finally {
    if (id !== undefined) controllers.delete(id)
  }
}

async function messageIn(response: Response) {
  if (response.status === 202) return undefined
  const { data } = JSONRPCMessageSchema.safeParse(tryParseJson(await bodyOf(response)))
  return data
}

function rpcError(error: unknown) {
  const isExpected = error instanceof AppError || error instanceof ServiceError
  if (isExpected) return { code: SERVER_ERROR, message: `${error.message} (${error.code})` }
  return { code: ErrorCode.InternalError, message: 'An error occurred' }
}
