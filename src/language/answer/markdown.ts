import { holdsCredentials } from '../../core/upstream/web-address.ts'

/** More than a name or a tagline has. A result that a caller sends along may have anything. */
const MAX_CHARACTERS = 1_000
const MAX_ADDRESS = 2_048

/** Text of others as text, whatever it holds: no markup, no link, no line of its own. */
export function escaped(text: string): string {
  return text
    .slice(0, MAX_CHARACTERS)
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029\s]+/gu, ' ')
    .trim()
    .replace(/[\\`*_[\]<>|~@]|&(?=#?\w+;)|:(?=\/\/)|(?<=\bwww)\./gi, '\\$&')
    .replace(/^(\d+)([.)])/, '$1\\$2')
    .replace(/^[-=+#]/, '\\$&')
}

/** A link where the address is one to follow, else just the text. */
export function linked(text: string, url: string | null): string {
  const address = url === null ? undefined : webAddress(url)
  return address ? `[${escaped(text)}](${address})` : escaped(text)
}

function webAddress(url: string): string | undefined {
  if (url.length > MAX_ADDRESS || !URL.canParse(url)) return undefined
  const address = new URL(url)
  if (!/^https?:$/.test(address.protocol) || holdsCredentials(address)) return undefined
  return address.href.replace(/[()<>[\]\s\\`"'|*_~]/g, encoded)
}

function encoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
}
