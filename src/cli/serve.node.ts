import cluster from 'node:cluster'
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

const MAX_WORKERS = 64

const NOT_SHARED = `Without REDIS_URL the workers share the database only. Each has its own rate limits and cached
answers: docs/operate/processes.md lists them.`

/**
 * Runs the service until a signal ends it, in this process or in several workers. Flags take precedence
 * over variables.
 */
export async function serve(
  { workers = '1', ...flags }: Readonly<Record<string, string | undefined>>,
  { env, stderr }: Terminal,
) {
  const count = Number(workers)
  if (!Number.isInteger(count) || count < 1 || count > MAX_WORKERS) {
    throw new UsageError(`--workers must be a whole number from 1 to ${MAX_WORKERS}.`)
  }

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
  if (count > 1 && cluster.isPrimary) {
    const { runWorkers } = await import('./workers.node.ts')
    const warn = (message: string) => stderr.write(`${message}\n`)
    if (!env.REDIS_URL) warn(NOT_SHARED)
    return runWorkers({ count, warn })
  }
  await import('../node.ts')
}
