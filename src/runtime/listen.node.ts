import { createServer, type Server } from 'node:http'
import { getRequestListener, type Http2Bindings, type HttpBindings } from '@hono/node-server'
import type { App } from '../app.ts'

/** A body that is not complete by then is given up. */
const REQUEST_TIMEOUT_MS = 30_000

type Bindings = HttpBindings | Http2Bindings

interface Address {
  hostname: string
  port: number
}

/** Serves the app, and resolves with the address in use: port 0 asks for any free one. */
export async function listen(app: App, { hostname, port }: Address) {
  const answer = (request: Request, { incoming }: Bindings) => app.fetch(request, incoming)
  const listener = getRequestListener(answer, { hostname, errorHandler: refuse })
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, listener)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, hostname, resolve)
  })
  return { server, url: urlOf(server, hostname) }
}

/** For what is no request at all, such as one with a host that cannot be: no route sees it. */
function refuse(): Response {
  const body = {
    error: 'The request could not be read.',
    code: 'invalid-request',
    requestId: crypto.randomUUID(),
  }
  const headers = { 'content-type': 'application/json', 'x-request-id': body.requestId }
  return new Response(JSON.stringify(body), { status: 400, headers })
}

function urlOf(server: Server, hostname: string) {
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return `http://${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`
}
