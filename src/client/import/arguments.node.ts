import * as z from 'zod'

const DEFAULT_PORT = 8787
const DEFAULT_CALLS_PER_MINUTE = 55

/** What was typed, as far as it was. */
const Typed = z.object({
  file: z.string(),
  baseUrl: z
    .url({ protocol: /^https?$/, error: '--base-url must be an http or https address' })
    .optional(),
  report: z.string().optional(),
  dryRun: z.boolean().default(false),
  callsPerMinute: z.coerce
    .number({ error: '--calls-per-minute must be a number' })
    .int('--calls-per-minute must be a whole number')
    .min(1, '--calls-per-minute must be above 0')
    .default(DEFAULT_CALLS_PER_MINUTE),
})

const Port = z.coerce.number().int().min(1).max(65_535)

interface Surroundings {
  /** `PORT`, at which a service on this machine listens. */
  port: string | undefined
  /** How the command is called here, for whoever is to run it again. */
  command: string
}

export interface Arguments {
  file: string
  baseUrl: string
  report: string
  dryRun: boolean
  callsPerMinute: number
  /** What to type to go on after a run that was cut short. */
  again: string
}

/** @throws Error that says in a sentence what is wrong with what was typed. */
export function readArguments(typed: unknown, { port, command }: Surroundings): Arguments {
  const { data, error } = Typed.safeParse(typed)
  if (!data) throw new Error(`${error.issues[0]?.message}.`)
  const { file, dryRun, callsPerMinute } = data
  const report = data.report ?? reportOf(file)
  if (report === file) throw new Error('the report must be another file than FILE.')
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

/** A service on this machine, where its own configuration has it listen. */
function localUrl(port: string | undefined): string {
  const { data, success } = Port.safeParse(port ?? DEFAULT_PORT)
  if (!success) throw new Error('--base-url is required, because PORT names no port.')
  return `http://127.0.0.1:${data}`
}

/** Where the report is unless it is said. */
function reportOf(file: string): string {
  return `${file}.report.ndjson`
}

function quoted(word: string) {
  return /^[\w./:=@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
