const nextTurn = globalThis.setImmediate ?? globalThis.setTimeout

/** Lets the event loop turn: what needs nothing but the process itself has happened by then. */
export async function turns(count = 10) {
  for (let turn = 0; turn < count; turn += 1) {
    await new Promise<void>((resolve) => {
      nextTurn(() => resolve())
    })
  }
}

/** The same until something holds, where the timers of the process are not real. */
export async function turnUntil(holds: () => boolean, maxTurns = 100_000) {
  for (let turn = 0; !holds(); turn += 1) {
    if (turn === maxTurns) throw new Error(`did not hold after ${maxTurns} turns: ${holds}`)
    await turns(1)
  }
}
