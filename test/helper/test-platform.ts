import type { PlatformParts } from '../../src/platform/platform.ts'
import type { Database } from '../../src/storage/database.ts'
import { emptyDatabase } from './test-database.ts'
import { NOW, post, testApp } from './test-services.ts'

export const KEY = 'a-key-with-full-access'
export const AUTH_ONLY_KEY = 'another-key'

interface PlatformSetup {
  env?: Record<string, string>
  now?: () => Date
  database?: Database
  /** Parts of the platform that stand in for the real ones. */
  parts?: Partial<PlatformParts>
}

/** The real app on a real database, and calls to it as a holder of the key makes them. */
export async function testPlatform({ env = {}, now = () => NOW, ...rest }: PlatformSetup = {}) {
  const database = rest.database ?? (await emptyDatabase())
  const { app, records, services } = testApp({
    env: { PLATFORM_API_KEYS: `${KEY},${AUTH_ONLY_KEY}:authOnly`, ...env },
    now,
    runtime: { database },
    ...(rest.parts && { platform: rest.parts }),
  })

  /** The answer to a call: its status, its body and, where they matter, its headers. */
  async function call(method: string, path: string, { body, as, token, ...more }: Call = {}) {
    const sent = body === undefined ? {} : post(body)
    const behalf: Record<string, string> = as === undefined ? {} : { onbehalfof: as }
    const credentials: Record<string, string> =
      token === undefined ? { apikey: KEY } : { authtoken: token }
    const response = await app.request(path, {
      ...sent,
      method,
      headers: { ...credentials, ...behalf, ...more.headers },
    })
    const text = await response.text()
    return { status: response.status, body: JSON.parse(text), headers: response.headers }
  }

  /** An auth token of a user. */
  async function signIn(uid: string): Promise<string> {
    const path = `/v3/users/${uid}/auth_tokens`
    const headers = { apikey: AUTH_ONLY_KEY }
    const { status, body } = await call('POST', path, { headers })
    if (status !== 200) throw new Error(`${uid} could not be signed in: ${status}`)
    return body.data.authToken
  }

  return { app, call, signIn, records, services, database }
}

interface Call {
  body?: unknown
  /** The user on whose behalf the call is made. */
  as?: string
  /** The auth token that is sent in place of the key. */
  token?: string
  headers?: Record<string, string>
}
