import { systemClock } from '../client/clock.ts'
import { reportFailure } from './exit.node.ts'
import { readArguments } from './import/arguments.node.ts'
import { askKey } from './import/ask-key.node.ts'
import { EXIT, runImport } from './import/run-import.node.ts'
import type { Terminal } from './terminal.node.ts'

/** One Ctrl-C can arrive twice: from the terminal, and from the parent process. */
const ECHO_MS = 500

/** Imports a file of members into a chat platform. */
export async function importMembers(typed: unknown, { env, ...streams }: Terminal) {
  const { stdin: input, stdout, stderr: output } = streams
  // The import goes on without a reader: the report has the outcome of each record.
  for (const stream of [stdout, output]) stream.on('error', () => {})
  try {
    const given = readArguments(typed, env.PORT || undefined)
    const stop = stopOnSignal()
    return await runImport(given, {
      clock: systemClock,
      write: console.log,
      terminal: output.isTTY ? output : undefined,
      key: async () => env.PLATFORM_API_KEY || askKey({ input, output, signal: stop }),
      stop,
    })
  } catch (error) {
    reportFailure(error, output)
    return EXIT.notStarted
  }
}

function stopOnSignal() {
  const stop = new AbortController()
  let firstAt = 0

  const onSignal = () => {
    if (!stop.signal.aborted) {
      firstAt = performance.now()
      console.error('\nStopping after the current call. Press Ctrl-C again to stop at once.')
      stop.abort()
    } else if (performance.now() - firstAt > ECHO_MS) {
      process.exit(EXIT.partial)
    }
  }

  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  return stop.signal
}
