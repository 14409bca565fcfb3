/** Browsers and servers take no longer ones. */
const MAX_CHARACTERS = 2_048

/**
 * An address that a person can follow, without the `utm_` parameters that tell of us. What is no
 * address of the web is `null`, and so is one that carries somebody's password.
 */
export function webAddress(text: string | null, base?: string): string | null {
  if (text === null || text.length > MAX_CHARACTERS) return null
  const url = parse(text, base)
  if (!url || !/^https?:$/.test(url.protocol) || holdsCredentials(url)) return null
  url.search = url.search
    .slice(1)
    .split('&')
    .filter((parameter) => !/^utm_/i.test(parameter))
    .join('&')
  return url.href
}

/** Whether an address has a user name or a password in it, which no link is to give away. */
export function holdsCredentials({ username, password }: URL): boolean {
  return username !== '' || password !== ''
}

// Not `URL.parse`, which Node 20 lacks.
function parse(text: string, base: string | undefined) {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}
