import { Command, Option } from 'commander'
import { ABOUT } from '../core/about.ts'
import { EXIT } from './exit.node.ts'
import type { ReadOptions } from './read.node.ts'
import { LIST_OPTIONS, READS, type Read, VIEW_FORMATS } from './reads.node.ts'
import { exitWithReader, type Terminal } from './terminal.node.ts'

/** These commands continue after the reader of their output has left. */
const DETACHED = ['serve', 'import-members']

const AFTER_HELP = `
Without --url and LAUNCHBOARD_URL, commands run without a service, configured by the same environment
variables and .env file. LAUNCHBOARD_TOKEN is the token for the service at --url or LAUNCHBOARD_URL.

Exit codes: ${EXIT.done} done, ${EXIT.failed} failed, ${EXIT.usage} invalid usage or configuration, ${EXIT.interrupted} interrupted.`

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
  const ends = async (code: Promise<number>) => {
    exitCode = await code
  }
  const isVerbose = args.includes('--version') && args.includes('--verbose')
  const program = createProgram(terminal, ends, isVerbose ? await verboseVersion() : ABOUT.version)
  if (!DETACHED.includes(args[0] ?? '')) exitWithReader(terminal)
  await program.parseAsync(args, { from: 'user' })
  return exitCode
}

async function verboseVersion(): Promise<string> {
  const { timeZonesInUse } = await import('../ranking/time-zones.ts')
  const { release, source } = timeZonesInUse()
  return `${ABOUT.version}\ntime zones ${release}, ${source}`
}

type Ends = (code: Promise<number>) => Promise<void>

/** The commands, with their arguments and flags. */
export function createProgram(terminal: Terminal, ends: Ends, version = ABOUT.version): Command {
  const program = new Command(ABOUT.name)
    .description(ABOUT.description)
    .version(version, '-V, --version', 'print the version; with --verbose, the time zones too')
    .exitOverride()
    .configureOutput({ outputError: () => {} })
    .showSuggestionAfterError()
    .addHelpText('after', AFTER_HELP)
  addServe(program, terminal)
  for (const command of READS) addRead(program, command, terminal, ends)
  addAsk(program, terminal, ends)
  addMcp(program, terminal, ends)
  addImport(program, terminal, ends)
  return program
}

function addServe(program: Command, terminal: Terminal) {
  program
    .command('serve')
    .description('run the service, configured by the environment; flags take precedence')
    .option('--port <number>', 'the port to listen on (PORT)')
    .option('--host <address>', 'the address to listen on (HOST)')
    .option('--catalogue <file>', 'your own launches (CATALOGUE_FILE)')
    .option('--database <url>', 'the database of the chat platform (DATABASE_URL)')
    .option('--workers <number>', 'how many processes share the port, 1 to 64 (default: 1)')
    .option('--log-level <level>', 'debug, info, warn, error or silent (LOG_LEVEL)')
    .action(async (options) => {
      const { serve } = await import('./serve.node.ts')
      await serve(options, terminal)
    })
}

function addRead(program: Command, read: Read, terminal: Terminal, ends: Ends) {
  const { usage, about, path, field = '', view, options: own = [] } = read
  const command = withService(program.command(usage).description(about), VIEW_FORMATS[view])
  const options = [...own, ...(view === 'list' ? LIST_OPTIONS : [])]
  for (const [flags, about] of options) command.option(flags, about)
  command.action(async () => {
    const { read } = await import('./read.node.ts')
    const { url, verbose, format, ...query } = command.opts<ReadOptions & Record<string, string>>()
    const given = command.args.join(' ')
    const question = path.includes(`{${field}}`)
      ? { path: path.replace(`{${field}}`, encodeURIComponent(given)), query }
      : { path, query: { ...query, ...(command.args.length > 0 && { [field]: given }) } }
    await ends(read({ ...question, view }, { url, verbose, format }, terminal))
  })
}

/** The token is not a flag, because every user of a machine can read the flags of a process. */
function withService(command: Command, formats: readonly string[]): Command {
  const format = new Option('--format <format>', 'the output format').choices(formats)
  return command
    .addOption(format)
    .option('--url <url>', 'use the service at this address (LAUNCHBOARD_URL)')
    .option('--verbose', 'write the log to standard error, if no address is given')
}

function addAsk(program: Command, terminal: Terminal, ends: Ends) {
  const command = program
    .command('ask')
    .description(
      'ask the agent, and print its answer as it arrives, or as JSON with its tool calls',
    )
    .argument('<question...>', 'the question; - reads it from standard input')
  withService(command, ['markdown', 'json']).action(async (words, options) => {
    const { ask } = await import('./ask.node.ts')
    await ends(ask(words, options, terminal))
  })
}

function addMcp(program: Command, terminal: Terminal, ends: Ends) {
  program
    .command('mcp')
    .description('serve the tools over MCP on standard input and output')
    .option('--url <url>', 'forward to the service at this address (LAUNCHBOARD_URL)')
    .action(async (options) => {
      const { mcp } = await import('./mcp.node.ts')
      await ends(mcp(options, terminal))
    })
}

function addImport(program: Command, terminal: Terminal, ends: Ends) {
  program
    .command('import-members')
    .description('import members of groups into a chat platform')
    .argument('<file>', 'JSON ({"members": {…}} or a list of records), NDJSON or CSV')
    .option('--base-url <url>', "the platform's address (default: this machine, at PORT)")
    .option('--columns <names>', 'columns of other names, such as uid:Email,name:Name,guid:Group')
    .option('--update', 'change details of groups and users that exist')
    .option('--dry-run', 'check the records without sending them')
    .addHelpText('after', IMPORT_HELP)
    .action(async (file, options) => {
      const { importMembers } = await import('./import-members.node.ts')
      await ends(importMembers(file, options, terminal))
    })
}

const IMPORT_HELP = `
A CSV file has a header row with columns such as guid, uid, scope, groupDetails.name, groupDetails.type
(public, password or private), userDetails.name.
A uid that is missing is made of the email or the name, a guid of the name of the group.
The API key is read from PLATFORM_API_KEY, or from a pipe.
Rows that were not imported are written to FILE.problems.csv, to be repaired and imported.
Importing a file again changes nothing, so an interrupted import is run again. Details of groups and users
that exist and differ are listed; --update changes them.
Exit codes: 0 all records imported, 1 some were not, 2 the import could not start, 130 interrupted.`
