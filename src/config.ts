import * as z from 'zod'
import { LOG_LEVELS } from './log.ts'
import { isTimezone } from './product/timeframe.ts'

const Env = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(8787),
  HOST: z.string().default('127.0.0.1'),
  MODEL: z.enum(['embedded']).default('embedded'),
  CATALOGUE_FILE: z.string().optional(),
  DEFAULT_TIMEZONE: z
    .string()
    .refine(isTimezone, 'must be an IANA time zone')
    .default('America/New_York'),
  CORS_ORIGINS: z
    .string()
    .default('*')
    .transform((list) => list.split(',').map((origin) => origin.trim())),
  LOG_LEVEL: z.enum(LOG_LEVELS).default('info'),
})

export type Config = z.infer<typeof Env>

/**
 * The environment, read once. A blank variable counts as absent, as in a `.env` template.
 *
 * @throws Error that names every variable that is wrong, all at once, and never a value.
 */
export function parseConfig(env: Readonly<Record<string, unknown>>): Config {
  const given = Object.entries(env).filter(([, value]) => value !== '')
  const parsed = Env.safeParse(Object.fromEntries(given))
  if (parsed.success) return parsed.data
  throw new Error(`The environment is not usable:\n${z.prettifyError(parsed.error)}`)
}
