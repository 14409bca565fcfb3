/** More in one piece saves nothing and costs memory. */
const MAX_ITEMS = 256

const END_OF_TURN = Symbol('end of turn')

interface Batch<Item> {
  items: Item[]
  /** True when the iterator is over: this batch is the last, and may be empty. */
  done: boolean
}

/**
 * Waits for one item, then takes along whatever else is ready within the same turn of the event
 * loop. Nothing that is ready waits longer, and nothing is asked for ahead of a call.
 */
export function batchByTurn<Item>(iterator: AsyncIterator<Item>): () => Promise<Batch<Item>> {
  let asked: Promise<IteratorResult<Item>> | undefined

  function ask() {
    asked ??= iterator.next()
    return asked
  }

  async function nextBatch(): Promise<Batch<Item>> {
    const items: Item[] = []
    const first = await ask()
    const turn = endOfTurn()

    for (let result: typeof first | typeof END_OF_TURN = first; result !== END_OF_TURN; ) {
      asked = undefined
      if (result.done) return { items, done: true }
      items.push(result.value)
      if (items.length === MAX_ITEMS) break
      result = await Promise.race([ask(), turn])
    }
    return { items, done: false }
  }

  return nextBatch
}

// setImmediate, where there is one, comes without the millisecond that a timer waits.
function endOfTurn() {
  const nextTurn = globalThis.setImmediate ?? globalThis.setTimeout
  return new Promise<typeof END_OF_TURN>((resolve) => {
    nextTurn(() => resolve(END_OF_TURN))
  })
}
