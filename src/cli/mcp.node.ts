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
import { bodyOf, openService, SERVICE, type Service, type ServiceOptions } from './service.node.ts'
import type { Terminal } from './terminal.node.ts'

/** What JSON-RPC leaves to servers. */
const FAILED = -32000

/** As long as clients of the SDK wait for an answer. */
const TIMEOUT_MS = 60_000

const Cancelled = z.object({
  method: z.literal('notifications/cancelled'),
  params: z.object({ requestId: z.union([z.string(), z.number()]) }),
})

/**
 * The tools over MCP's standard input and output: each message goes to `/mcp` of the service, and
 * its answer comes back. The log goes to the standard error, where protocol messages do not.
 * Resolves when the standard input has ended and every request is answered.
 */
export async function mcp(options: ServiceOptions, terminal: Terminal): Promise<number> {
  const service = await openService({ ...options, verbose: true }, terminal)
  const transport = new StdioServerTransport()
  const underWay = new Set<Promise<void>>()
  const controllers = new Map<RequestId, AbortController>()

  transport.onmessage = (message) => {
    const cancelled = Cancelled.safeParse(message).data
    if (cancelled) controllers.get(cancelled.params.requestId)?.abort()
    const work = answer(message, { service, controllers }).then(async (answered) => {
      if (answered) await transport.send(answered)
    })
    underWay.add(work)
    work.finally(() => underWay.delete(work)).catch(() => {})
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
  await Promise.allSettled(underWay)
  return EXIT.done
}

interface AnswerDeps {
  service: Service
  controllers: Map<RequestId, AbortController>
}

/** What a message is answered with: nothing where it is no request, or one that was cancelled. */
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
      answerIn(await service.request('/mcp', { method: 'POST', headers, body, signal })),
    )
  } catch (error) {
    if (id === undefined || controller.signal.aborted) return undefined
    return { jsonrpc: '2.0', id, error: issueOf(error) }
  } finally {
    if (id !== undefined) controllers.delete(id)
  }
}

async function answerIn(response: Response) {
  if (response.status === 202) return undefined
  const { data } = JSONRPCMessageSchema.safeParse(tryParseJson(await bodyOf(response)))
  return data
}

function issueOf(error: unknown) {
  const isKnown = error instanceof AppError || error instanceof ServiceError
  if (isKnown) return { code: FAILED, message: `${error.message} (${error.code})` }
  return { code: ErrorCode.InternalError, message: 'An error occurred' }
}
