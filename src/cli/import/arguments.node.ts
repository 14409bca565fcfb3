import * as z from 'zod'

const DEFAULT_PORT = 8787
const DEFAULT_CALLS_PER_MINUTE = 55

/** The arguments as typed. */
const Typed = z.object({
  file: z.string(),
  baseUrl: z
    .url({ protocol: /^https?$/, error: '--base-url must be an http or https URL' })
    .optional(),
  report: z.string().optional(),
  dryRun: z.boolean().default(false),
  callsPerMinute: z.coerce
    .number({ error: '--calls-per-minute must be a number' })
    .int('--calls-per-minute must be a whole number')
    .min(1, '--calls-per-minute must be at least 1')
    .default(DEFAULT_CALLS_PER_MINUTE),
})

const Port = z.coerce.number().int().min(1).max(65_535)

export interface Arguments {
  file: string
  baseUrl: string
  report: string
  dryRun: boolean
  callsPerMinute: number
}

/**
 * `port` is `PORT`, on which a service on this machine listens.
 *
 * @throws Error that says what is wrong with the arguments.
 */
export function readArguments(typed: unknown, port: string | undefined): Arguments {
  const { data, error } = Typed.safeParse(typed)
  if (!data) throw new Error(`${error.issues[0]?.message}.`)
  const { file, baseUrl = localUrl(port), report = `${file}.report.ndjson`, ...rest } = data
  if (report === file) throw new Error('--report must be a different file than FILE.')
  return { file, baseUrl, report, ...rest }
}

/** A service on this machine, on its configured port. */
function localUrl(port: string | undefined): string {
  const { data, success } = Port.safeParse(port ?? DEFAULT_PORT)
  if (!success) throw new Error('--base-url is required, because PORT is not a port number.')
  return `http://127.0.0.1:${data}`
}
