/** Many records leave in one write, and none waits longer than this. */
const MOST_CHARACTERS = 32_768
const LONGEST_WAIT_MS = 100

/** Writes the lines of the log to the standard output, in batches, the last one as Node exits. */
export function logOutput(): (line: string) => void {
  let waiting = ''
  let timer: NodeJS.Timeout | undefined

  function flush() {
    clearTimeout(timer)
    timer = undefined
    if (waiting !== '') process.stdout.write(waiting)
    waiting = ''
  }

  process.on('exit', flush)
  return (line) => {
    waiting += line
    if (waiting.length >= MOST_CHARACTERS) flush()
    else timer ??= setTimeout(flush, LONGEST_WAIT_MS)
  }
}
