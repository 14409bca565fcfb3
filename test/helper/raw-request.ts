import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A connection on which nothing was sent yet. */
export async function openSocket(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname).setEncoding('utf8')
  await once(socket, 'connect')
  return socket
}

/** All that comes until the other side closes the connection, or resets it. */
export function readAll(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    socket.on('data', (piece) => {
      text += piece
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(text))
  })
}

/** Sends these bytes, and resolves with all that comes back until the connection is closed. */
export async function sendRaw(url: string, request: string) {
  const socket = await openSocket(url)
  const answer = readAll(socket)
  socket.write(request)
  const text = await answer
  const [head = '', body = ''] = text.split(/\r\n\r\n(.*)/s)
  return { text, head, body, status: Number(head.match(/^HTTP\/1\.1 (\d+)/)?.[1]) }
}
