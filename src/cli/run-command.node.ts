import { refuseTakenFlags } from './npm-flags.node.ts'
import { createProgram } from './program.node.ts'
import { endWithReader, type Terminal } from './terminal.node.ts'

/** What goes on, and what is to be done to the end, whether or not somebody reads of it. */
const UNWATCHED = ['serve', 'import-members']

/**
 * Runs one command line, and answers the code to exit with: nothing for the service, which ends by
 * itself. A command loads what it needs once it is called, so that `--help` and completion are fast.
 *
 * @throws whatever the command failed with.
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
  if (command) refuseTakenFlags(command, args, terminal.env)
  if (!UNWATCHED.includes(command?.name() ?? '')) endWithReader(terminal)
  await program.parseAsync(args, { from: 'user' })
  return exitCode
}
