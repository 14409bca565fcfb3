import { printable } from '../core/printable.ts'
import { webAddress } from '../core/upstream/web-address.ts'

/** Longer than any name or tagline; a result sent by a caller can hold text of any length. */
const MAX_CHARACTERS = 1_000

/** Signs that a reader of Markdown or HTML could take for markup, where they stand. */
const MARKUP = new RegExp(
  [
    /[*~`[\]]/,
    /(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/u,
    /<(?=[a-z/!?@])|&(?=#|[a-z]{2})/,
    // Two of them are a mark of some dialect: underlined, highlighted, a formula.
    /\+(?=\+)|=(?==)|\$(?=\$)/,
    /@(?=\w)|\\(?![a-z0-9\s])/,
    // At the start of a line: a list, a quote, a heading, a rule.
    /^[-+=#>•]|(?<=^(?:\d+|[a-z]|[ivxlcdm]+))[.)](?!\S)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'giu',
)

/** Where readers find an address in the text that is left once character references are read. */
const ADDRESS = /(?<=:)(?=\/\/)|(?<=\bwww)(?=\.)|(?<=[-.\w+]@)(?=[-\w]+\.)/gi
/** Invisible, and without a place to break the line. */
const JOINER = '\u2060'

/**
 * Writes untrusted text so that it is read as it stands: a single line without markup, links or mentions.
 * Signs become character references, because some chat platforms do not know backslashes.
 */
export function escaped(text: string): string {
  return printable(text.slice(0, MAX_CHARACTERS))
    .replace(/ {2,}/g, ' ')
    .replace(ADDRESS, JOINER)
    .replace(MARKUP, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** The text that was escaped. */
export function unescaped(markdown: string): string {
  return markdown
    .replaceAll(JOINER, '')
    .replace(/&#(\d{2,4});/g, (_, code) => String.fromCharCode(Number(code)))
}

/** A link if the URL is a safe HTTP(S) URL, otherwise only the escaped text. */
export function linked(text: string, url: string | null): string {
  const href = webAddress(url)?.replace(/[()<>[\]\s\\`"'|*_~]/g, percentEncode)
  return href ? `[${escaped(text)}](${href})` : escaped(text)
}

/** The marker of a line in a ranking. Readers of ordered lists drop a start other than 1. */
export function rankMarker(rank: number, start: number): string {
  return start === 1 ? `${rank}.` : `- **${rank}.**`
}

function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
}
