import { PlatformClientError } from './client-error.ts'
import type { Mask } from './response-error.ts'

/** A token, or what fetches one: it is asked again once a token is not good any more. */
export type AuthTokenSource = string | (() => string | Promise<string>)

export const KEY_FORM = /^[\w.~+/=:-]+$/

/** What a call says of who makes it. It stands in headers alone, never in an address or an error. */
export interface Credentials {
  current(): Promise<Credential>
  /** Another in place of one that was turned away; nothing where there is none. */
  renewed(turnedAway: Credential): Promise<Credential> | undefined
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
  /** One is fetched at a time, however many calls wait for it. */
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
      throw new PlatformClientError('no-token', 'There is no auth token.', { cause })
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
    renewed(turnedAway) {
      if (typeof token === 'string') return undefined
      // Another call may have had it renewed already.
      if (turnedAway === latest) fetching = latest = undefined
      return current()
    },
    mask: (text) =>
      recent.reduce((masked, value) => masked.replaceAll(value, '<AUTH_TOKEN>'), text),
    isToken: true,
  }
}
