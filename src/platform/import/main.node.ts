import { existsSync } from 'node:fs'
import { systemClock } from '../client/clock.ts'
import { HELP, readArguments } from './arguments.node.ts'
import { askKey } from './ask-key.node.ts'
import { EXIT, runImport } from './run-import.node.ts'

/** One Ctrl-C can reach us twice: from the terminal, and from what started us. */
const ECHO_MS = 500

function stopOnSignal() {
  const stop = new AbortController()
  let firstAt = 0

  const onSignal = () => {
    if (!stop.signal.aborted) {
      firstAt = performance.now()
      console.error('\nStopping after the call under way. Once more ends at once.')
      stop.abort()
    } else if (performance.now() - firstAt > ECHO_MS) {
      process.exit(EXIT.someNot)
    }
  }

  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  return stop.signal
}

async function main(apiKey: string | undefined) {
  const given = readArguments(process.argv.slice(2))
  if (!given) {
    console.log(HELP)
    return EXIT.allIn
  }
  const { stdin: input, stderr: output } = process
  const stop = stopOnSignal()
  return runImport(given, {
    clock: systemClock,
    write: console.log,
    terminal: output.isTTY ? output : undefined,
    key: async () => apiKey || askKey({ input, output, signal: stop }),
    stop,
  })
}

try {
  if (existsSync('.env')) process.loadEnvFile('.env')
  process.exitCode = await main(process.env.PLATFORM_API_KEY)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = EXIT.notBegun
}
