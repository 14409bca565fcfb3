import { digest } from '../../access/digest.ts'

export const SCOPES = ['fullAccess', 'authOnly'] as const

export type Scope = (typeof SCOPES)[number]

export interface ApiKey {
  key: string
  scope: Scope
}

const RANDOM_BYTES = 20

/** A key nobody guesses: 160 bits, in hexadecimal. */
export function randomKey(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(RANDOM_BYTES)))
}

/** What is kept of a key: its SHA-256, in hexadecimal. */
export async function hashKey(key: string): Promise<string> {
  return toHex(await digest(key))
}

function toHex(bytes: Uint8Array) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
