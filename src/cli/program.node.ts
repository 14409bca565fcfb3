import { Command, Option } from 'commander'
import { ABOUT } from '../core/about.ts'
import type { AskOptions } from './ask.node.ts'
import { EXIT } from './exit.node.ts'
import type { ReadOptions } from './list.node.ts'
import type { ServiceOptions } from './service.node.ts'
import type { Terminal } from './terminal.node.ts'

type Query = Readonly<Record<string, string | undefined>>
type OnExitCode = (code: number | undefined) => void

const LIST_FORMATS = ['table', 'json', 'csv', 'markdown']
const PRODUCT_FORMATS = ['table', 'json']
const ANSWER_FORMATS = ['markdown', 'json']

const AFTER_HELP = `
Without --url and LAUNCHBOARD_URL, commands run without a service, configured by the same environment
variables and .env file. LAUNCHBOARD_TOKEN is the token for the service at --url or LAUNCHBOARD_URL.

Exit codes: ${EXIT.done} done, ${EXIT.failed} failed, ${EXIT.usage} invalid usage or configuration, ${EXIT.interrupted} interrupted.`

/** The commands, with their arguments and flags. */
export function createProgram(terminal: Terminal, onExitCode: OnExitCode): Command {
  const program = new Command(ABOUT.name)
    .description(ABOUT.description)
    .version(ABOUT.version)
    .exitOverride()
    .configureOutput({ outputError: () => {} })
    .showSuggestionAfterError()
    .addHelpText('after', AFTER_HELP)

  addServe(program, terminal)
  addLists(program, terminal, onExitCode)
  addProducts(program, terminal, onExitCode)
  addAsk(program, terminal, onExitCode)
  addMcp(program, terminal, onExitCode)
  addImport(program, terminal, onExitCode)
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
    .action(async (options: Query) => {
      const { serve } = await import('./serve.node.ts')
      await serve(options, terminal)
    })
}

function addLists(program: Command, terminal: Terminal, onExitCode: OnExitCode) {
  const run = async (path: string, query: Query, options: ReadOptions) => {
    const { list } = await import('./list.node.ts')
    onExitCode(await list({ path, query }, options, terminal))
  }

  listCommand(program, 'top')
    .description('the products with the most votes of all time')
    .action(({ limit, topic, ...options }) => run('/api/top', { limit, topic }, options))

  listCommand(program, 'week')
    .description('the best launches of the last days')
    .option('--days <number>', 'how many days to look back, 1 to 31')
    .action(({ days, limit, topic, ...options }) =>
      run('/api/top-week', { days, limit, topic }, options),
    )

  listCommand(program, 'range')
    .description('the best launches of a day, a week, a month, a year or a range')
    .argument('[timeframe]', 'such as yesterday, last_week, 2026-11 or 2026-11-01/2026-11-15')
    .option('--tz <zone>', 'the IANA time zone that days refer to')
    .action((timeframe, { tz, limit, topic, ...options }) =>
      run('/api/top-range', { timeframe, tz, limit, topic }, options),
    )

  listCommand(program, 'trending')
    .description('launches that gain more votes than expected')
    .option('--window <hours>', 'the hours until now: 1h, 3h or 24h')
    .action(({ window, limit, topic, ...options }) =>
      run('/api/trending', { window, limit, topic }, options),
    )

  listCommand(program, 'search')
    .description('search products by words of their name, tagline or topics')
    .argument('<words...>', 'what to search for')
    .action((words: string[], { limit, topic, ...options }) =>
      run('/api/search', { q: words.join(' '), limit, topic }, options),
    )
}

function listCommand(program: Command, name: string): Command {
  const command = program
    .command(name)
    .option('--limit <number>', 'how many products, 1 to 10')
    .option('--topic <topic>', 'only products of this topic')
  return withService(withFormat(command, LIST_FORMATS))
}

function addProducts(program: Command, terminal: Terminal, onExitCode: OnExitCode) {
  const command = (name: string) => {
    const one = program.command(name).argument('<id>', 'the id that lists have as JSON')
    return withService(withFormat(one, PRODUCT_FORMATS))
  }

  command('product')
    .description('one product, and its rank of the day, the week and the month')
    .option('--tz <zone>', 'the IANA time zone that days refer to')
    .action(async (id: string, { tz, ...options }) => {
      const { product } = await import('./list.node.ts')
      onExitCode(await product({ path: pathOf(id), query: { tz } }, options, terminal))
    })

  command('history')
    .description('the votes, comments and rank of a product over time')
    .action(async (id: string, options: ReadOptions) => {
      const { history } = await import('./list.node.ts')
      onExitCode(await history({ path: `${pathOf(id)}/history` }, options, terminal))
    })
}

function pathOf(id: string) {
  return `/api/products/${encodeURIComponent(id)}`
}

function withFormat(command: Command, formats: readonly string[]): Command {
  const description = 'the output format; table by default at a terminal'
  return command.addOption(new Option('--format <format>', description).choices(formats))
}

/** The token is not a flag, because every user of a machine can read the flags of a process. */
function withService(command: Command): Command {
  return command
    .option('--url <url>', 'use the service at this address (LAUNCHBOARD_URL)')
    .option('--verbose', 'write the log to standard error, if no address is given')
}

function addAsk(program: Command, terminal: Terminal, onExitCode: OnExitCode) {
  const command = program
    .command('ask')
    .description('ask the agent, and print its answer as it arrives')
    .argument('<question...>', 'the question; - reads it from standard input')
    .addOption(
      new Option('--format <format>', 'as it arrives, or complete with its tool calls').choices(
        ANSWER_FORMATS,
      ),
    )
  withService(command).action(async (words: string[], options: AskOptions) => {
    const { ask } = await import('./ask.node.ts')
    onExitCode(await ask(words, options, terminal))
  })
}

function addMcp(program: Command, terminal: Terminal, onExitCode: OnExitCode) {
  program
    .command('mcp')
    .description('serve the tools over MCP on standard input and output')
    .option('--url <url>', 'forward to the service at this address (LAUNCHBOARD_URL)')
    .action(async (options: ServiceOptions) => {
      const { mcp } = await import('./mcp.node.ts')
      onExitCode(await mcp(options, terminal))
    })
}

function addImport(program: Command, terminal: Terminal, onExitCode: OnExitCode) {
  program
    .command('import-members')
    .description('import members of groups into a chat platform')
    .argument('<file>', 'JSON ({"members": {…}} or a list of records), NDJSON or CSV')
    .option('--base-url <url>', "the platform's address (default: this machine, at PORT)")
    .option('--columns <names>', 'columns of other names, such as uid:Email,name:Name,guid:Group')
    .option('--dry-run', 'check the records without sending them')
    .addHelpText('after', IMPORT_HELP)
    .action(async (file: string, options) => {
      const { importMembers } = await import('./import-members.node.ts')
      onExitCode(await importMembers(file, options, terminal))
    })
}

const IMPORT_HELP = `
A CSV file has a header row with columns such as guid, uid, scope, groupDetails.name, groupDetails.type
(public, password or private), userDetails.name.
A uid that is missing is made of the email or the name, a guid of the name of the group.
The API key is read from PLATFORM_API_KEY, the terminal or standard input.
Rows that were not imported are written to FILE.problems.csv, to be repaired and imported.
Importing a file again changes nothing, so an interrupted import is run again.
Exit codes: 0 all records imported, 1 some were not, 2 the import could not start, 130 interrupted.`
