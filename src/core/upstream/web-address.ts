/** Browsers and servers accept no longer ones. */
const MAX_CHARACTERS = 2_048

/**
 * A URL that is safe to show as a link, without `utm_` tracking parameters. `null` unless it is an
 * http or https URL without credentials.
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

/** Whether a URL contains a user name or a password, which must not be shown. */
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
