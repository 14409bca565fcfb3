import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** How a server answers: well, or in one of the ways below in which services fail. */
export type Answer = (question: Question, response: ServerResponse) => void

export interface Question {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: string
  /** Tells one connection from another. */
  port: number
  closed: Promise<Closing>
}

/** When a connection was over, on the clock of `performance`, and how much went out on it. */
interface Closing {
  atMs: number
  bytes: number
}

/** A real HTTP server on loopback that keeps what it was asked. Port 0 is any free one. */
export async function startUpstream(first: Answer, port = 0) {
  let answer = first
  const questions: Question[] = []
  const closings = new WeakMap<Socket, Promise<Closing>>()
  const server = createServer(async (request, response) => {
    const question = await read(request, closings.get(request.socket)!)
    questions.push(question)
    answer(question, response)
  })
  server.on('connection', (socket: Socket) => closings.set(socket, closingOf(socket)))
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: `http://127.0.0.1:${portOf(server.address())}`,
    questions,
    answerWith(next: Answer) {
      answer = next
    },
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

export type Upstream = Awaited<ReturnType<typeof startUpstream>>

/** An address at which nobody listens. */
export async function refusingUrl() {
  const { url, stop } = await startUpstream(hang)
  await stop()
  return url
}

export function reply(body: string | Uint8Array, status = 200, headers = {}): Answer {
  return (_question, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
  }
}

export function replyPage(status: number): Answer {
  return reply('<!DOCTYPE html><title>Just a moment…</title>', status, {
    'content-type': 'text/html; charset=UTF-8',
  })
}

export const hang: Answer = () => {}

export const hangInBody: Answer = (_question, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).write('{"data":')
}

export function drip(everyMs: number): Answer {
  return (_question, response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write(' '), everyMs)
    response.on('close', () => clearInterval(timer))
  }
}

/** Promises more than it sends, then goes away. */
export function truncate(body: string, status = 200): Answer {
  return (_question, response) => {
    response.writeHead(status, { 'content-length': body.length + 100 })
    response.write(body, () => response.socket?.end())
  }
}

export const reset: Answer = (_question, response) => {
  response.socket?.resetAndDestroy()
}

export function redirect(location: string, status = 302): Answer {
  return (_question, response) => {
    response.writeHead(status, { location }).end()
  }
}

/** Sends as fast as it is read. */
export function flood(bytes: number): Answer {
  const piece = Buffer.alloc(64 * 1024, ' ')
  return (_question, response) => {
    let left = bytes
    const send = () => {
      while (left > 0 && !response.destroyed) {
        left -= piece.length
        if (!response.write(piece)) return response.once('drain', send)
      }
      return response.end()
    }
    send()
  }
}

function closingOf(socket: Socket) {
  return new Promise<Closing>((resolve) => {
    socket.on('close', () => resolve({ atMs: performance.now(), bytes: socket.bytesWritten }))
  })
}

async function read(request: IncomingMessage, closed: Promise<Closing>): Promise<Question> {
  const { socket, method = '', url = '', headers } = request
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece)
  const body = Buffer.concat(pieces).toString()
  return { method, path: url, headers, body, port: socket.remotePort ?? 0, closed }
}

function portOf(address: AddressInfo | string | null) {
  return typeof address === 'object' ? address?.port : undefined
}
