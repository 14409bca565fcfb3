interface Told<Item> {
  item: Item
  taken(): void
}

/**
 * Hands items over from those who tell to the one who takes, with nothing in store between them:
 * `tell` resolves when its item is taken and the next is asked for. An abort ends it for both sides
 * at once, whatever was not taken.
 */
export function createChannel<Item>(signal: AbortSignal) {
  const waiting: Told<Item>[] = []
  let isClosed = false
  let wake = () => {}

  signal.addEventListener('abort', abandon, { once: true })

  function abandon() {
    for (const { taken } of waiting.splice(0)) taken()
    wake()
  }

  async function* items(): AsyncGenerator<Item> {
    while (!signal.aborted) {
      const told = waiting.shift()
      if (told) yield* handOver(told)
      else if (isClosed) return
      else await woken()
    }
  }

  function woken() {
    return new Promise<void>((resolve) => {
      wake = resolve
    })
  }

  return {
    items: items(),

    tell(item: Item): Promise<void> {
      if (signal.aborted) return Promise.resolve()
      return new Promise((taken) => {
        waiting.push({ item, taken })
        wake()
      })
    },

    /** What was told before is still there to take. */
    close() {
      isClosed = true
      wake()
    },
  }
}

function* handOver<Item>({ item, taken }: Told<Item>) {
  try {
    yield item
  } finally {
    taken()
  }
}
