/** In CPU time, which other processes on the machine cannot lengthen. */
function cpuMs() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/**
 * How long the longest turn of the event loop was while some work was done. Where that is more than
 * `limitMs` it is tried again, three times in all, and the best counts: the first try may compile
 * what it runs, and any may collect garbage.
 */
export async function longestTurnMs(limitMs: number, work: () => unknown): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < 3 && best > limitMs; tries += 1) {
    best = Math.min(best, await measured(work))
  }
  return best
}

async function measured(work: () => unknown): Promise<number> {
  let longest = 0
  let since = cpuMs()
  let isOver = false
  const turn = () => {
    longest = Math.max(longest, cpuMs() - since)
    since = cpuMs()
    if (!isOver) setImmediate(turn)
  }

  setImmediate(turn)
  await work()
  await new Promise((resolve) => setImmediate(resolve))
  isOver = true
  return longest
}
