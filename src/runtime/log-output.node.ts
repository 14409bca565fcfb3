/** Enough for one write; more only waits in memory. */
const MOST_CHARACTERS = 32_768
const LONGEST_WAIT_MS = 100

/**
 * Writes the lines of the log to the standard output. After a silence a line leaves at once; the
 * ones that follow close upon it leave in batches, the last of them as Node exits.
 */
export function logOutput(): (line: string) => void {
  let waiting = ''
  let isPaused = false

  function flush() {
    if (waiting === '') return false
    process.stdout.write(waiting)
    waiting = ''
    return true
  }

  function pause() {
    isPaused = true
    setTimeout(() => (flush() ? pause() : resume()), LONGEST_WAIT_MS).unref()
  }

  function resume() {
    isPaused = false
  }

  process.on('exit', flush)
  return (line) => {
    waiting += line
    if (isPaused && waiting.length < MOST_CHARACTERS) return
    flush()
    if (!isPaused) pause()
  }
}
