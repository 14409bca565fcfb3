import { digest } from '../../access/digest.ts'

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
export async function hashKey(key: string): Promise<string> {
  return toHex(await digest(key))
}

function toHex(bytes: Uint8Array) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
