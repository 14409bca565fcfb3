import { parseArgs } from 'node:util'
import * as z from 'zod'

export const BASE_URL = 'http://127.0.0.1:8787'

export const HELP = `Imports members of groups into a chat platform.

  npm run import-members -- FILE [options]

FILE is JSON ({"members": {…}} or a list of records), NDJSON (one record a line) or CSV (a header
row; columns such as guid, uid, scope, groupDetails.name, userDetails.name).

  --base-url URL           the platform's address (${BASE_URL})
  --report FILE            where to note what became of each record (FILE.report.ndjson)
  --dry-run                check the records and send nothing
  --calls-per-minute N     calls of 50 records a minute at most (55)
  --help                   this page

The API key comes from PLATFORM_API_KEY, or from the terminal, or from the standard input.
A run that was interrupted goes on where it was: run it again with the same report.
To send every record again, delete the report first.
Ends with 0 when every record is in, 1 when some are not, 2 when it could not be begun.
`

const Given = z.object({
  file: z.string(),
  baseUrl: z.string(),
  report: z.string(),
  dryRun: z.boolean(),
  callsPerMinute: z.int('must be a whole number').min(1, 'must be above 0'),
})

export type Arguments = z.output<typeof Given>

/**
 * What was asked for; nothing when it was help.
 *
 * @throws Error that says what is wrong with it.
 */
export function readArguments(args: readonly string[]): Arguments | undefined {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      'base-url': { type: 'string', default: BASE_URL },
      report: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      'calls-per-minute': { type: 'string', default: '55' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return undefined
  const [file, ...more] = positionals
  if (!file) throw new Error('which FILE? See --help.')
  if (more.length > 0) throw new Error('one FILE at a time. See --help.')
  const report = values.report ?? reportOf(file)
  if (report === file) throw new Error('the report must be another file than FILE.')

  const { data, error } = Given.safeParse({
    file,
    report,
    baseUrl: values['base-url'],
    dryRun: values['dry-run'],
    callsPerMinute: Number(values['calls-per-minute']),
  })
  if (error) throw new Error(`--calls-per-minute ${error.issues[0]?.message}.`)
  return data
}

/** Where the report is unless it is said. */
export function reportOf(file: string): string {
  return `${file}.report.ndjson`
}
