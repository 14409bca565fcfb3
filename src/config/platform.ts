import * as z from 'zod'
import { SCOPES } from '../platform/key/api-key.ts'
import { Listed } from './variable.ts'

const ApiKey = z
  .string()
  .regex(/^[^\s:]+(:(fullAccess|authOnly))?$/, 'must be keys, each `key` or `key:scope`')
  .transform((entry) => {
    const [key = '', scope] = entry.split(':')
    return { key, scope: SCOPES.find((known) => known === scope) ?? 'fullAccess' }
  })

const DatabaseAddress = z
  .string()
  .regex(/^(file|libsql|https?):./, 'must be a file:, libsql:, https: or http: address')

/** The variables of the chat platform. */
export const PlatformVariables = z.object({
  PLATFORM_API_KEYS: Listed.pipe(z.array(ApiKey)).default([]),
  DATABASE_URL: DatabaseAddress.default('file:.data/launchboard.db'),
  DATABASE_AUTH_TOKEN: z.string().optional(),
  ALLOW_LOCAL_AGENTS: z.stringbool().optional(),
})

export function platformOf(variables: z.infer<typeof PlatformVariables>) {
  const {
    PLATFORM_API_KEYS: apiKeys,
    DATABASE_URL: url,
    DATABASE_AUTH_TOKEN: authToken,
    ALLOW_LOCAL_AGENTS: allowLocalAgents,
  } = variables
  return { apiKeys, database: { url, authToken }, allowLocalAgents }
}
