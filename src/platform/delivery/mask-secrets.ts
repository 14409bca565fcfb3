import { MASK } from '../../core/upstream/request-headers.ts'

/** Shorter values are too likely to be ordinary words. */
const MIN_LENGTH = 6

/** `Bearer …`, `Basic …`: the secret is what follows the scheme. */
const WITH_SCHEME = /^[A-Za-z][\w-]* +(\S.*)$/

/**
 * Masks the values of an agent's headers in what is logged, and in what its test shows: an agent under
 * development may echo its request. A value that is cut off by the end of the text is masked as well.
 */
export function maskSecrets(headers: Readonly<Record<string, string>>): (text: string) => string {
  const secrets = secretsIn(Object.values(headers))
  return (text) =>
    secrets.reduce((masked, secret) => withoutEnd(masked.replaceAll(secret, MASK), secret), text)
}

/** The longest first, because one may contain another. */
function secretsIn(values: readonly string[]) {
  const parts = values.flatMap((value) => [value, WITH_SCHEME.exec(value)?.[1] ?? ''])
  const spellings = parts.flatMap((part) => [part, JSON.stringify(part).slice(1, -1)])
  const secrets = new Set(spellings.filter((spelling) => spelling.length >= MIN_LENGTH))
  return [...secrets].toSorted((a, b) => b.length - a.length)
}

function withoutEnd(text: string, secret: string) {
  for (let length = secret.length - 1; length >= MIN_LENGTH; length -= 1) {
    if (text.endsWith(secret.slice(0, length))) return text.slice(0, -length) + MASK
  }
  return text
}
