import * as z from 'zod'

const DEFAULT_PORT = 6379

const MESSAGE =
  'must be a redis:// or rediss:// URL, such as redis://user:password@host:6379/0, or those of a cluster separated by commas'

/** `rediss://` is with TLS. A password may contain a comma, so the text is first read as one URL. */
const RedisUrl = z.string().transform((text, context) => {
  const address = addressOf([text]) ?? addressOf(text.split(','))
  if (address) return address
  context.addIssue({ code: 'custom', message: MESSAGE })
  return z.NEVER
})

/** The variables of the state that processes share. */
export const StateVariables = z.object({ REDIS_URL: RedisUrl.optional() })

/** All nodes of a cluster have the same credentials, which need to be given once. */
function addressOf(texts: readonly string[]) {
  const [scheme = ''] = /^\w+:\/\//.exec(texts[0]?.trim() ?? '') ?? []
  const urls = texts.flatMap((text) => urlOf(text.trim(), scheme) ?? [])
  const db = Number(urls[0]?.pathname.slice(1))
  if (urls.length < texts.length || (urls.length > 1 && db > 0)) return undefined
  const { username = '', password = '' } = urls.find((url) => url.username + url.password) ?? {}
  try {
    return {
      nodes: urls.map(nodeOf),
      username: decodeURIComponent(username) || undefined,
      password: decodeURIComponent(password) || undefined,
      db,
      tls: scheme === 'rediss://',
    }
  } catch {
    return undefined // a percent sign that encodes nothing
  }
}

function urlOf(text: string, scheme: string): URL | undefined {
  const whole = text.includes('://') ? text : scheme + text
  if (!/^rediss?:\/\//.test(scheme) || !whole.startsWith(scheme) || !URL.canParse(whole)) return
  const url = new URL(whole)
  const { hostname, port, pathname, search, hash } = url
  const isHost = hostname !== '' && !hostname.includes(',') && port !== '0'
  return isHost && /^(\/\d{0,4})?$/.test(pathname) && search + hash === '' ? url : undefined
}

function nodeOf({ hostname, port }: URL) {
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || DEFAULT_PORT) }
}
