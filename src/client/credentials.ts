import { ClientError, invalidInput } from './client-error.ts'

/** A key or token, or a function that fetches one, which is called again when it is rejected. */
export type Secret = string | (() => string | Promise<string>)

/** Visible ASCII: what a header can hold. */
export const KEY_FORM = /^[\x21-\x7e]+$/

/** The headers of credentials, and what precedes the secret in them. */
const HEADERS = { apikey: '', authToken: '', authorization: 'Bearer ' } as const

export interface Credential {
  /** The same object until the secret is renewed. */
  current(): Promise<Headers>
  /** Headers other than the rejected ones; undefined if the secret cannot be renewed. */
  renewed(rejected: Headers): Promise<Headers> | undefined
  /** Replaces the secret in a text with a placeholder. */
  mask(text: string): string
}

/** A secret that is sent in a header alone, and never appears in URLs or errors. */
export function createCredential(header: keyof typeof HEADERS, secret: Secret): Credential {
  if (typeof secret === 'string' && !KEY_FORM.test(secret)) {
    throw invalidInput(header, 'must be a key without spaces')
  }
  /** Shared by all calls, so that only one secret is fetched at a time. */
  let fetching: Promise<Headers> | undefined
  let latest: Headers | undefined
  let recent: string[] = []

  async function fetchSecret() {
    try {
      const value = await (typeof secret === 'string' ? secret : secret())
      if (typeof value !== 'string' || !KEY_FORM.test(value)) throw new Error('not a token')
      recent = [value, ...recent.slice(0, 1)]
      latest = new Headers({ [header]: HEADERS[header] + value })
      return latest
    } catch (cause) {
      throw new ClientError('no-token', 'The function for the token returned none.', { cause })
    }
  }

  function current() {
    fetching ??= fetchSecret().catch((error: unknown) => {
      fetching = undefined
      throw error
    })
    return fetching
  }

  return {
    current,
    renewed(rejected) {
      if (typeof secret === 'string') return undefined
      // Another call may have renewed it already.
      if (rejected === latest) fetching = latest = undefined
      return current()
    },
    mask: (text) => recent.reduce((masked, value) => masked.replaceAll(value, '<secret>'), text),
  }
}
