interface Ranked {
  readonly rank: number
}

/** A binary heap that returns the lowest rank first. */
export function rankHeap<T extends Ranked>() {
  const entries: T[] = []

  return {
    push(entry: T): void {
      rise(entries, entry)
    },

    shift(): T | undefined {
      const first = entries[0]
      const last = entries.pop()
      if (last && entries.length > 0) sink(entries, last)
      return first
    },
  }
}

function rise<T extends Ranked>(entries: T[], entry: T): void {
  let slot = entries.length
  while (slot > 0) {
    const parent = (slot - 1) >> 1
    const above = entries[parent]
    if (!above || above.rank <= entry.rank) break
    entries[slot] = above
    slot = parent
  }
  entries[slot] = entry
}

function sink<T extends Ranked>(entries: T[], entry: T): void {
  let slot = 0
  for (;;) {
    const child = lesserChild(entries, slot)
    const below = entries[child]
    if (!below || entry.rank <= below.rank) break
    entries[slot] = below
    slot = child
  }
  entries[slot] = entry
}

function lesserChild(entries: readonly Ranked[], slot: number): number {
  const left = 2 * slot + 1
  const right = left + 1
  const [leftRank, rightRank] = [entries[left]?.rank, entries[right]?.rank]
  return leftRank !== undefined && rightRank !== undefined && rightRank < leftRank ? right : left
}
