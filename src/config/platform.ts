import { base64url } from 'jose'
import * as z from 'zod'
import { KEY_SCOPES } from '../platform/access/keys.ts'
import { type ConfigContext, requireLongKeys } from './access.ts'
import { CommaSeparated, Decimal, Flag, HeaderToken } from './variable.ts'

const ApiKey = z
  .string()
  .regex(
    /^[^\s:]+(:(fullAccess|authOnly))?$/,
    'must be keys separated by commas, each `key` or `key:scope`, with the scope fullAccess or authOnly',
  )
  .transform((entry) => {
    const [key = '', scope] = entry.split(':')
    return { key, scope: KEY_SCOPES.find((known) => known === scope) ?? 'fullAccess' }
  })

const DatabaseUrl = z
  .string()
  .regex(
    /^(file:.|(libsql|https?):\/\/[^/?#@]+([/?#]|$))/,
    'must be a file:, libsql:, https: or http: URL, without a user name or password',
  )

const DEFAULT_DATABASE_URL = 'file:.data/launchboard.db'

const DATA_KEY_BYTES = 32

/** A key in base64 or base64url. The last character has bits beyond the key. */
const DataKey = z
  .string()
  .regex(
    /^[\w+/-]{43}=?$/,
    `must be ${DATA_KEY_BYTES} bytes in base64, as \`openssl rand -base64 ${DATA_KEY_BYTES}\` prints them`,
  )
  .transform((text) => {
    const encoded = text.replaceAll('+', '-').replaceAll('/', '_').replace(/=$/, '')
    return new Uint8Array(base64url.decode(encoded))
  })

const MAX_TOKEN_DAYS = 3650

/** The variables of the chat platform. */
export const PlatformVariables = z.object({
  PLATFORM_API_KEYS: CommaSeparated.pipe(z.array(ApiKey))
    .default([])
    .describe(
      'Keys of `/v3`, separated by commas: `key`, or `key:authOnly` to sign users in only. On loopback one is made if there is none.',
    ),
  AUTH_TOKEN_DAYS: Decimal.pipe(z.int().min(1).max(MAX_TOKEN_DAYS))
    .default(30)
    .describe("How long a user's auth token is valid."),
  DATABASE_URL: DatabaseUrl.default(DEFAULT_DATABASE_URL).describe(
    'A SQLite file, or a libSQL server (`libsql://…`, `https://…`). On Workers it is the D1 binding `DB`.',
  ),
  DATABASE_AUTH_TOKEN: HeaderToken.optional().describe('The token of the libSQL server.'),
  DATA_KEY: DataKey.optional().describe(
    '32 bytes in base64. Encrypts the headers of agents in the database.',
  ),
  ALLOW_LOCAL_AGENTS: Flag.optional().describe(
    'Whether agents at private addresses and over plain HTTP may be called: `true` by default on loopback only.',
  ),
})

type Variables = z.infer<typeof PlatformVariables>

interface PlatformContext extends Pick<ConfigContext<keyof Variables>, 'issue'> {
  isPublic: boolean
}

export function platformOf(variables: Variables, context: PlatformContext) {
  const { PLATFORM_API_KEYS: apiKeys, DATABASE_URL: url, DATABASE_AUTH_TOKEN } = variables
  const keys = apiKeys.map(({ key }) => key)
  if (context.isPublic) requireLongKeys('PLATFORM_API_KEYS', keys, context)
  return {
    apiKeys,
    authTokenDays: variables.AUTH_TOKEN_DAYS,
    database: { url, authToken: DATABASE_AUTH_TOKEN },
    dataKey: variables.DATA_KEY,
    allowLocalAgents: variables.ALLOW_LOCAL_AGENTS,
  }
}
