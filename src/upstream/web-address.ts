/**
 * An address that a person can follow, without the `utm_` parameters that tell of us. What is no
 * address of the web is `null`.
 */
export function webAddress(text: string | null, base?: string): string | null {
  if (text === null) return null
  const url = parse(text, base)
  if (!url || !/^https?:$/.test(url.protocol)) return null
  url.search = url.search
    .slice(1)
    .split('&')
    .filter((parameter) => !/^utm_/i.test(parameter))
    .join('&')
  return url.href
}

// Not `URL.parse`, which Node 20 lacks.
function parse(text: string, base: string | undefined) {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}
