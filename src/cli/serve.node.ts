import { parseConfig } from '../config/config.ts'
import { errorMessage } from '../core/error.ts'
import { UsageError } from './exit.node.ts'
import type { Terminal } from './terminal.node.ts'

const VARIABLES = [
  ['port', 'PORT', '--port'],
  ['host', 'HOST', '--host'],
  ['catalogue', 'CATALOGUE_FILE', '--catalogue'],
  ['database', 'DATABASE_URL', '--database'],
  ['logLevel', 'LOG_LEVEL', '--log-level'],
] as const

/** Runs the service in this process until a signal ends it. Flags take precedence over variables. */
export async function serve(
  flags: Readonly<Record<string, string | undefined>>,
  { env }: Terminal,
) {
  const given = VARIABLES.filter(([flag]) => flags[flag] !== undefined)
  for (const [flag, name] of given) env[name] = flags[flag]
  try {
    parseConfig(env)
  } catch (error) {
    throw new UsageError(
      given.reduce(
        (message, [, name, flag]) => message.replace(`\n  ${name}: `, `\n  ${flag}: `),
        errorMessage(error),
      ),
    )
  }
  process.setSourceMapsEnabled(true)
  await import('../node.ts')
}
