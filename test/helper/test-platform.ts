import type { PlatformNeeds } from '../../src/platform/platform.ts'
import type { Database } from '../../src/platform/storage/database.ts'
import { emptyDatabase } from './test-database.ts'
import { NOW, post, testApp } from './test-services.ts'

export const KEY = 'a-key-with-full-access'

interface PlatformSetup {
  env?: Record<string, string>
  now?: () => Date
  database?: Database
  /** Parts of the platform that stand in for the real ones. */
  parts?: Partial<PlatformNeeds>
}

/** The real app on a real database, and calls to it as a holder of the key makes them. */
export async function testPlatform({ env = {}, now = () => NOW, ...rest }: PlatformSetup = {}) {
  const database = rest.database ?? (await emptyDatabase())
  const { app, records, services } = testApp({
    env: { PLATFORM_API_KEYS: `${KEY},another-key:authOnly`, ...env },
    now,
    runtime: { database },
    ...(rest.parts && { platform: rest.parts }),
  })

  /** The answer to a call: its status, its body and, where they matter, its headers. */
  async function call(method: string, path: string, { body, as, headers = {} }: Call = {}) {
    const sent = body === undefined ? {} : post(body)
    const behalf: Record<string, string> = as === undefined ? {} : { onbehalfof: as }
    const response = await app.request(path, {
      ...sent,
      method,
      headers: { apikey: KEY, ...behalf, ...headers },
    })
    const text = await response.text()
    return { status: response.status, body: JSON.parse(text), headers: response.headers }
  }

  return { app, call, records, services, database }
}

interface Call {
  body?: unknown
  /** The user on whose behalf the call is made. */
  as?: string
  headers?: Record<string, string>
}
