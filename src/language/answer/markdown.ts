import { printable } from '../../core/printable.ts'
import { webAddress } from '../../core/upstream/web-address.ts'

/** Longer than any name or tagline; a result sent by a caller can hold text of any length. */
const MAX_CHARACTERS = 1_000

/** Escapes untrusted text: the output is a single line without markup or autolinks. */
export function escaped(text: string): string {
  return printable(text.slice(0, MAX_CHARACTERS))
    .replace(/ {2,}/g, ' ')
    .replace(/[\\`*_[\]<>|~@]|&(?=#?\w+;)|:(?=\/\/)|(?<=\bwww)\./gi, '\\$&')
    .replace(/^(\d+)([.)])/, '$1\\$2')
    .replace(/^[-=+#]/, '\\$&')
}

/** A link if the URL is a safe HTTP(S) URL, otherwise only the escaped text. */
export function linked(text: string, url: string | null): string {
  const href = webAddress(url)?.replace(/[()<>[\]\s\\`"'|*_~]/g, percentEncode)
  return href ? `[${escaped(text)}](${href})` : escaped(text)
}

function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
}
