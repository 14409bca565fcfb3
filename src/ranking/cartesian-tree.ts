import type { Work } from './in-slices.ts'

const STEP = 65_536

/** Not an index, and less than all of them. */
const NONE = -1

interface Children {
  before: Int32Array
  after: Int32Array
}

/**
 * The children of each index in the Cartesian tree of an array: the root is the index of the minimum,
 * and its subtrees are the trees of the values before and after it.
 */
export function* cartesianTree(values: Int32Array): Work<Children> {
  const before = new Int32Array(values.length).fill(NONE)
  const after = new Int32Array(values.length).fill(NONE)
  const spine: number[] = []

  for (let index = 0; index < values.length; index += 1) {
    if (index % STEP === 0) yield
    const value = values[index] ?? 0
    let child = NONE
    while (value < (values[spine.at(-1) ?? NONE] ?? -Infinity)) child = spine.pop() ?? NONE
    before[index] = child
    const parent = spine.at(-1)
    if (parent !== undefined) after[parent] = index
    spine.push(index)
  }
  return { before, after }
}
