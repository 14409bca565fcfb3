import { digest, toHex } from '../../access/digest.ts'

export const SCOPES = ['fullAccess', 'authOnly'] as const

export type Scope = (typeof SCOPES)[number]

export interface ApiKey {
  key: string
  scope: Scope
}

const KEY_BYTES = 20

/** A random key in hexadecimal, of 160 bits by default. */
export function randomKey(bytes = KEY_BYTES): string {
  return toHex(crypto.getRandomValues(new Uint8Array(bytes)))
}

/** The SHA-256 of a key or token in hexadecimal, which is stored instead of it. */
export function hashKey(key: string): Promise<string> {
  return digest(key)
}
