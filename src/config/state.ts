import * as z from 'zod'

const DEFAULT_PORT = 6379

/** `rediss://` is with TLS. */
const RedisUrl = z.string().transform((text, context) => {
  const address = addressOf(text.trim())
  if (address) return address
  const message = 'must be a redis:// or rediss:// URL, such as redis://user:password@host:6379/0'
  context.addIssue({ code: 'custom', message })
  return z.NEVER
})

/** The variables of the state that processes share. */
export const StateVariables = z.object({
  REDIS_URL: RedisUrl.optional().describe(
    'A Redis or Valkey server that processes share (Node): `redis://user:password@host:6379/0`, or `rediss://…`.',
  ),
  REDIS_PREFIX: z
    .string()
    .trim()
    .regex(/^[\w.:-]{1,64}$/, 'must be up to 64 letters, digits or any of _ . : -')
    .default('launchboard')
    .describe('The prefix of its keys and channels.'),
})

export function redisOf({ REDIS_URL, REDIS_PREFIX: prefix }: z.infer<typeof StateVariables>) {
  return REDIS_URL && { ...REDIS_URL, prefix }
}

function addressOf(text: string) {
  if (!/^rediss?:\/\//.test(text) || !URL.canParse(text)) return undefined
  const { protocol, hostname, port, pathname, search, hash, username, password } = new URL(text)
  const isHost = /^[^,]+$/.test(hostname) && port !== '0'
  if (!isHost || !/^(\/\d{0,4})?$/.test(pathname) || search + hash !== '') return undefined
  try {
    return {
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port || DEFAULT_PORT),
      username: decodeURIComponent(username) || undefined,
      password: decodeURIComponent(password) || undefined,
      db: Number(pathname.slice(1)),
      tls: protocol === 'rediss:',
    }
  } catch {
    return undefined // a percent sign that encodes nothing
  }
}
