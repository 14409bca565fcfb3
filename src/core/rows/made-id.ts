import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

const MAX_READABLE = 60
const DIGEST_CHARACTERS = 16

const IS_ID = /^[\w-]{1,100}$/

/**
 * An id made of a text alone, so that it is the same in every file: the text itself where it is an id,
 * else a readable part and a digest. Case and the composition of letters make no difference.
 */
export function madeId(source: string): string {
  const text = source.trim().normalize('NFC').toLowerCase()
  if (IS_ID.test(text)) return text
  const digest = bytesToHex(sha256(utf8ToBytes(text))).slice(0, DIGEST_CHARACTERS)
  return [slug(text), digest].filter(Boolean).join('-')
}

/** `Zoë Müller` is `zoe-muller`. */
export function slug(text: string): string {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const joined = plain.replaceAll(/[^a-z0-9_]+/g, '-')
  return joined.slice(0, MAX_READABLE).replaceAll(/^-+|-+$/g, '')
}
