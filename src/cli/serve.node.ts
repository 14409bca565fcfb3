import { parseConfig } from '../config/config.ts'
import { fileIssues } from '../config/file-issues.node.ts'
import { errorMessage } from '../core/error.ts'
import { UsageError } from './exit.node.ts'
import type { Terminal } from './terminal.node.ts'

const VARIABLES = [
  ['port', 'PORT'],
  ['host', 'HOST'],
  ['catalogue', 'CATALOGUE_FILE'],
  ['database', 'DATABASE_URL'],
  ['logLevel', 'LOG_LEVEL'],
] as const

/** Runs the service in this process until a signal ends it. Flags take precedence over variables. */
export async function serve(
  flags: Readonly<Record<string, string | undefined>>,
  { env }: Terminal,
) {
  for (const [flag, name] of VARIABLES) {
    const value = flags[flag]
    if (value !== undefined) env[name] = value
  }
  try {
    parseConfig(env, { issues: await fileIssues(env) })
  } catch (error) {
    throw new UsageError(errorMessage(error))
  }
  process.setSourceMapsEnabled(true)
  await import('../node.ts')
}
