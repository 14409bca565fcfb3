import { timingSafeEqual } from 'hono/utils/buffer'

/** SHA-256 of a text, in hexadecimal. */
export async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return toHex(new Uint8Array(bytes))
}

/** Compares two digests in constant time. They are hashed already, so Hono must not do it again. */
export function isSameDigest(left: string, right: string): Promise<boolean> {
  return timingSafeEqual(left, right, (hash: string) => hash)
}

/** Random bytes in hexadecimal. */
export function randomHex(bytes: number): string {
  return toHex(crypto.getRandomValues(new Uint8Array(bytes)))
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
