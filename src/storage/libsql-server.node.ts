import { createClient } from '@libsql/client/http'
import { drizzle } from 'drizzle-orm/libsql/http'
import { migrate } from 'drizzle-orm/libsql/migrator'
import { AppError } from '../core/error.ts'
import { migrateBesideOthers } from './migrations.node.ts'

/** For one statement or one batch. */
const TIMEOUT_MS = 10_000
const RETRY_AFTER_MS = 5_000

interface ServerOptions {
  url: string
  authToken?: string | undefined
  migrationsFolder: string
  timeoutMs?: number | undefined
}

/**
 * A libSQL server. Calls are not retried: when the connection is lost, it is unknown whether the
 * server has executed a call.
 */
export function libsqlServer(options: ServerOptions) {
  const { url, authToken, migrationsFolder, timeoutMs = TIMEOUT_MS } = options
  const client = createClient({
    url,
    ...(authToken !== undefined && { authToken }),
    fetch: (request: Request) => send(request, timeoutMs),
  })
  const database = drizzle(client)
  return {
    database,
    open: () => migrateBesideOthers(() => migrate(database, { migrationsFolder })),
    close: async () => client.close(),
  }
}

async function send(request: Request, timeoutMs: number): Promise<Response> {
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(timeoutMs) })
    const { status, headers } = response
    if (isOutage(status)) throw new Error(`the database server answered with status ${status}`)
    // Read here, so that the timeout and the errors cover the whole response.
    const body = await response.arrayBuffer()
    return new Response(body.byteLength === 0 ? null : body, { status, headers })
  } catch (cause) {
    throw outage(cause)
  }
}

function isOutage(status: number) {
  return status >= 500 || status === 429 || status === 401 || status === 403
}

function outage(cause: unknown) {
  if (cause instanceof Error && cause.name === 'TimeoutError') {
    return new AppError('upstream-timeout', 'The database server did not answer in time.', {
      cause,
    })
  }
  const options = { retryAfterMs: RETRY_AFTER_MS, cause }
  return new AppError('unavailable', 'The database server cannot be used right now.', options)
}
