import type { Command } from 'commander'
import { UsageError } from './exit.node.ts'
import type { Terminal } from './terminal.node.ts'

/**
 * npm takes flags before `--` for its own, known to it or not, and hands them on as variables. A
 * command that went on without them would do something else than was typed, such as a real import
 * in place of a dry run.
 *
 * @throws UsageError that names the form in which they arrive.
 */
export function refuseTakenFlags(command: Command, args: readonly string[], env: Terminal['env']) {
  if (!env.npm_command) return
  const taken = command.options.flatMap(({ long }) => {
    const isTyped = args.some((arg) => arg === long || arg.startsWith(`${long}=`))
    if (!long || isTyped) return []
    const name = `npm_config_${long.slice('--'.length).replaceAll('-', '_')}`
    return env[name] === undefined ? [] : long
  })
  if (taken.length === 0) return
  const { npm_lifecycle_event: script } = env
  const name = command.name()
  const flags = taken.join(' ')
  const again =
    script === name ? `npm run ${name} -- … ${flags}` : `npx launchboard ${name} … ${flags}`
  throw new UsageError(`npm took ${flags} for itself; type it as \`${again}\`.`)
}
