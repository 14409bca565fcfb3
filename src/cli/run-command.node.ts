import { EXIT } from './exit.node.ts'
import { refuseTakenFlags } from './npm-flags.node.ts'
import { createProgram } from './program.node.ts'
import { endWithReader, type Terminal } from './terminal.node.ts'

/** The library that completes has no word for files. */
function completesFile([command, separator, subcommand, ...typed]: readonly string[]) {
  if (command !== 'complete' || separator !== '--' || subcommand !== 'import-members') return false
  return typed.length > 0 && !typed.at(-1)?.startsWith('-')
}

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
  if (completesFile(args)) {
    console.log(':0') // what the completion scripts take as: the shell knows best
    return EXIT.done
  }
  if (command) refuseTakenFlags(command, args, terminal.env)
  // The service outlives whoever reads its log.
  if (command?.name() !== 'serve') endWithReader(terminal)
  await program.parseAsync(args, { from: 'user' })
  return exitCode
}
