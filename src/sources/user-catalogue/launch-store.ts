import type { Product } from '../../ranking/product.ts'

const BLOCK_BYTES = 1024 * 1024

/** A character takes at most this many bytes. */
const MAX_CHARACTER_BYTES = 3

type Stored = [
  id: string,
  name: string,
  tagline: string | null,
  url: string | null,
  votesCount: number,
  commentsCount: number | null,
  launchedAt: string | null,
  topics: string[],
]

/**
 * Launches as bytes outside the heap: a million objects would take three times the memory, and every
 * garbage collection would walk them. Only the launches that are shown become objects again.
 */
export function launchStore() {
  const encoder = new TextEncoder()
  const decoder = new TextDecoder()
  const blocks: Uint8Array[] = []
  const ends: number[] = []
  const blockOf: number[] = []
  let block = new Uint8Array(0)
  let used = 0

  const keep = (product: Product) => {
    const { id, name, tagline, url, votesCount, commentsCount, launchedAt, topics } = product
    const text = JSON.stringify([
      id,
      name,
      tagline,
      url,
      votesCount,
      commentsCount,
      launchedAt,
      topics,
    ])
    if (block.length - used < text.length * MAX_CHARACTER_BYTES) {
      // The rest of a block stays unused.
      blocks[blocks.length - 1] = block.slice(0, used)
      block = new Uint8Array(Math.max(BLOCK_BYTES, text.length * MAX_CHARACTER_BYTES))
      blocks.push(block)
      used = 0
    }
    used += encoder.encodeInto(text, block.subarray(used)).written
    blockOf.push(blocks.length - 1)
    ends.push(used)
  }

  const product = (place: number): Product => {
    const at = blockOf[place] ?? -1
    const begin = blockOf[place - 1] === at ? ends[place - 1] : 0
    const bytes = blocks[at]?.subarray(begin, ends[place])
    // Not validated: `keep` wrote it, and validating ten products takes longer than ranking them.
    const stored: Stored = JSON.parse(decoder.decode(bytes))
    const [id, name, tagline, url, votesCount, commentsCount, launchedAt, topics] = stored
    return { id, name, tagline, url, votesCount, commentsCount, launchedAt, topics }
  }

  return { keep, product }
}
