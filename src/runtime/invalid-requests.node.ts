import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { AppError, errorCode } from '../core/error.ts'
import type { Log } from '../core/log.ts'
import { errorBody, headersOf } from '../http/reply.ts'
import { currentResponse } from './connections.node.ts'

/** The time for which the rest of a bad request is read, so that a reset does not overtake the response. */
const LINGER_MS = 1_000

const MAX_HOST_CHARACTERS = 255
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i

/** Called for each request that is answered here, for the metrics. */
export type OnInvalid = (request: { method: string | undefined; status: number }) => void

interface InvalidRequestsOptions {
  log: Log
  onInvalid?: OnInvalid | undefined
}

export type Reject = (request: IncomingMessage, response: ServerResponse, error: AppError) => void

/**
 * Answers requests that never reach the app: those that Node's parser rejects, that are not complete
 * in time, or that use an unsupported feature of HTTP. They get the same JSON error and the same log
 * record as other requests.
 */
export function answerInvalidRequests(
  server: Server,
  { log, onInvalid }: InvalidRequestsOptions,
): Reject {
  const failed = new WeakSet<Socket>()

  const answer = (error: AppError, request?: IncomingMessage) => {
    const requestId = crypto.randomUUID()
    const method = request?.method
    const { status } = error
    log.info('request', { requestId, method, path: pathOf(request), status, ms: 0 })
    onInvalid?.({ method, status })
    const body = errorBody(error, requestId)
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'x-request-id': requestId,
      connection: 'close',
      ...headersOf(error),
    }
    return { body, headers }
  }

  const reject: Reject = (request, response, error) => {
    const { body, headers } = answer(error, request)
    response.writeHead(error.status, headers).end(body)
  }

  function rejectSocket(socket: Socket, error: AppError, request?: IncomingMessage) {
    const { body, headers } = answer(error, request)
    const { status } = error
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
    destroyLater(socket)
  }

  /** Reports the error to the request in progress, if there is one. */
  function rejectIncomplete(socket: Socket, error: AppError) {
    const response = currentResponse(socket)
    if (!response) {
      return error.code === 'cancelled' ? socket.destroy() : rejectSocket(socket, error)
    }
    const { req: request } = response
    if (request.complete || response.headersSent) return socket.destroy()
    if (request.listenerCount('error') === 0) {
      // The app has not begun to read the body. If the caller has left, it will notice and log that.
      return error.code === 'cancelled' ? socket.destroy() : rejectSocket(socket, error, request)
    }
    request.emit('error', error) // the app is reading the body, and responds with this
    destroyLater(socket)
  }

  server.on('clientError', (cause: Error, socket: Socket) => {
    if (failed.has(socket)) return
    failed.add(socket)
    const error = errorOf(cause)
    // A connection that was never used needs neither a response nor a record.
    if (!error || !socket.writable || socket.bytesRead === 0) socket.destroy()
    else rejectIncomplete(socket, error)
  })

  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    reject(request, response, new AppError('expectation-failed', 'Only 100-continue is supported.'))
  })

  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    rejectSocket(
      socket,
      new AppError('method-not-allowed', 'CONNECT is not supported: this server is not a proxy.'),
      request,
    )
  })

  return reject
}

function destroyLater(socket: Socket) {
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}

/** The error for the caller; undefined if the caller is not the cause. */
function errorOf(cause: Error): AppError | undefined {
  const code = errorCode(cause) ?? ''
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    const headers = { connection: 'close' }
    return new AppError('request-timeout', 'The request took too long to arrive.', { headers })
  }
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new AppError('headers-too-large', 'The headers may have at most 16 KiB.')
  }
  if (code === 'HPE_INVALID_EOF_STATE') {
    return new AppError('cancelled', 'The connection ended before the request was complete.')
  }
  if (!code.startsWith('HPE_')) return undefined
  const headers = { connection: 'close' }
  return new AppError('invalid-request', 'The request is not valid HTTP.', { headers, cause })
}

/**
 * Checks the `Host` header (RFC 9112, section 3.2): there must be exactly one, while Node would use
 * the first of several. HTTP/1.0 does not require it.
 */
export function hostError({ headersDistinct, httpVersion }: IncomingMessage): AppError | undefined {
  const [host, ...others] = headersDistinct.host ?? []
  if (host === undefined && httpVersion === '1.0') return undefined
  if (host === undefined) return new AppError('invalid-request', 'The Host header is required.')
  if (others.length > 0) {
    return new AppError('invalid-request', 'There must be only one Host header.')
  }
  const isValid = host.length <= MAX_HOST_CHARACTERS && HOST.test(host)
  if (isValid && URL.canParse(`http://${host}/`)) return undefined
  return new AppError('invalid-request', 'The Host header is invalid.')
}

function pathOf(request: IncomingMessage | undefined) {
  return request?.url?.replace(/\?.*/s, '')
}
