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

interface ArgumentsContext {
  /** `PORT`, on which a service on this machine listens. */
  port: string | undefined
  /** How the command was called, to show how to continue. */
  command: string
}

export interface Arguments {
  file: string
  baseUrl: string
  report: string
  dryRun: boolean
  callsPerMinute: number
  /** The command that continues an interrupted import. */
  again: string
}

/** @throws Error that says what is wrong with the arguments. */
export function readArguments(typed: unknown, { port, command }: ArgumentsContext): Arguments {
  const { data, error } = Typed.safeParse(typed)
  if (!data) throw new Error(`${error.issues[0]?.message}.`)
  const { file, dryRun, callsPerMinute } = data
  const report = data.report ?? reportOf(file)
  if (report === file) throw new Error('--report must be a different file than FILE.')
  const again = [
    file,
    ...(data.baseUrl === undefined ? [] : ['--base-url', data.baseUrl]),
    ...(report === reportOf(file) ? [] : ['--report', report]),
  ]
  return {
    file,
    report,
    dryRun,
    callsPerMinute,
    baseUrl: data.baseUrl ?? localUrl(port),
    again: `${command} ${again.map(quoted).join(' ')}`,
  }
}

/** A service on this machine, on its configured port. */
function localUrl(port: string | undefined): string {
  const { data, success } = Port.safeParse(port ?? DEFAULT_PORT)
  if (!success) throw new Error('--base-url is required, because PORT is not a port number.')
  return `http://127.0.0.1:${data}`
}

/** The default path of the report. */
function reportOf(file: string): string {
  return `${file}.report.ndjson`
}

function quoted(word: string) {
  return /^[\w./:=@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
