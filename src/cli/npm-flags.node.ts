import type { Command } from 'commander'
import { UsageError } from './exit.node.ts'
import type { Terminal } from './terminal.node.ts'

/**
 * npm takes flags before `--` as its own, even unknown ones, and passes them on as variables. Without
 * its flags a command would do something else, such as a real import instead of a dry run.
 *
 * @throws UsageError with the form in which the flags reach the command.
 */
export function rejectNpmFlags(command: Command, args: readonly string[], env: Terminal['env']) {
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
  throw new UsageError(`npm took ${flags} as its own. Use \`${again}\`.`)
}
