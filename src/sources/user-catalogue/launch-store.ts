import type { Product } from '../../ranking/product.ts'

/** Launches that are encoded together. All of them are decoded to show one. */
const BLOCK = 32

const FIELDS = [
  'id',
  'name',
  'tagline',
  'url',
  'imageUrl',
  'votesCount',
  'commentsCount',
  'launchedAt',
  'topics',
] as const

/**
 * Launches as bytes outside the heap: a million objects would take three times the memory, and every
 * garbage collection would walk them. Only the launches that are shown become objects again.
 */
export function launchStore() {
  const encoder = new TextEncoder()
  const decoder = new TextDecoder()
  const blocks: Uint8Array[] = []
  let last: string[] = []

  return {
    keep(product: Product): void {
      last.push(JSON.stringify(FIELDS.map((field) => product[field])))
      if (last.length < BLOCK) return
      blocks.push(encoder.encode(last.join('\n')))
      last = []
    },

    product(place: number): Product {
      const block = blocks[Math.floor(place / BLOCK)]
      const lines = block ? decoder.decode(block).split('\n') : last
      // Not validated: `keep` wrote it, and validating ten products takes longer than ranking them.
      const [id, name, tagline, url, imageUrl, votesCount, commentsCount, launchedAt, topics] =
        JSON.parse(lines[place % BLOCK] ?? '[]')
      return { id, name, tagline, url, imageUrl, votesCount, commentsCount, launchedAt, topics }
    },
  }
}
