import { createProgram } from './program.node.ts'
import { exitWithReader, type Terminal } from './terminal.node.ts'

/** These commands continue when nobody reads their output any longer. */
const DETACHED = ['serve', 'import-members']

/**
 * Runs a command line and returns its exit code: undefined for `serve`, which ends by itself. Each
 * command loads its modules when it runs, so that `--help` is fast.
 *
 * @throws the error of the command.
 */
export async function runCommand(
  args: readonly string[],
  terminal: Terminal,
): Promise<number | undefined> {
  let exitCode: number | undefined
  const program = createProgram(terminal, (code) => {
    exitCode = code
  })
  const command = program.commands.find((known) => known.name() === args[0])
  if (!DETACHED.includes(command?.name() ?? '')) exitWithReader(terminal)
  await program.parseAsync(args, { from: 'user' })
  return exitCode
}
