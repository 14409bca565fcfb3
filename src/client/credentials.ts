import { PlatformClientError } from './client-error.ts'
import type { Mask } from './response-error.ts'

/** An auth token, or a function that fetches one, which is called again when it is rejected. */
export type AuthTokenSource = string | (() => string | Promise<string>)

export const KEY_FORM = /^[\w.~+/=:-]+$/

/** The credentials of a call. They are only sent in headers, and never appear in URLs or errors. */
export interface Credentials {
  current(): Promise<Credential>
  /** A new credential for one that was rejected; undefined if it cannot be renewed. */
  renewed(rejected: Credential): Promise<Credential> | undefined
  mask: Mask
  isToken: boolean
}

export interface Credential {
  header: 'apikey' | 'authToken'
  value: string
}

export function apiKeyCredentials(value: string): Credentials {
  return {
    current: async () => ({ header: 'apikey', value }),
    renewed: () => undefined,
    mask: (text) => text.replaceAll(value, '<API_KEY>'),
    isToken: false,
  }
}

export function authTokenCredentials(token: AuthTokenSource): Credentials {
  /** Shared by all calls, so that only one token is fetched at a time. */
  let fetching: Promise<Credential> | undefined
  let latest: Credential | undefined
  let recent: string[] = []

  async function fetchToken(): Promise<Credential> {
    try {
      const value = await (typeof token === 'string' ? token : token())
      if (typeof value !== 'string' || !KEY_FORM.test(value)) throw new Error('not a token')
      recent = [value, ...recent.slice(0, 1)]
      latest = { header: 'authToken', value }
      return latest
    } catch (cause) {
      throw new PlatformClientError('no-token', 'No auth token was returned by `authToken`.', {
        cause,
      })
    }
  }

  function current() {
    fetching ??= fetchToken().catch((error: unknown) => {
      fetching = undefined
      throw error
    })
    return fetching
  }

  return {
    current,
    renewed(rejected) {
      if (typeof token === 'string') return undefined
      // Another call may have renewed it already.
      if (rejected === latest) fetching = latest = undefined
      return current()
    },
    mask: (text) =>
      recent.reduce((masked, value) => masked.replaceAll(value, '<AUTH_TOKEN>'), text),
    isToken: true,
  }
}
