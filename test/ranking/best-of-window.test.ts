import { describe, expect, it } from 'vitest'
import { bestOfWindow } from '../../src/ranking/best-of-window.ts'
import { runToEnd } from '../../src/ranking/in-slices.ts'

const INSTANTS = [10, 20, 20, 30, 40]
const RANKS = [3, 0, 4, 2, 1]
const best = runToEnd(
  bestOfWindow({ instants: Float64Array.from(INSTANTS), ranks: Int32Array.from(RANKS) }),
)

describe('bestOfWindow()', () => {
  it.each([
    ['all time', 10, -Infinity, Infinity, [0, 1, 2, 3, 4]],
    ['a limit', 2, -Infinity, Infinity, [0, 1]],
    ['the start is inside', 9, 20, 40, [0, 2, 4]],
    ['the end is outside', 9, 10, 20, [3]],
    ['an empty window', 9, 20, 20, []],
    ['a window without launches', 9, 31, 39, []],
    ['a window that ends before it starts', 9, 40, 10, []],
    ['no limit to fill', 0, -Infinity, Infinity, []],
  ])('%s', (_name, limit, from, until, ranks) => {
    expect(best(limit, from, until)).toEqual(ranks)
  })

  it('no launches give no ranks', () => {
    const none = bestOfWindow({ instants: new Float64Array(), ranks: new Int32Array() })
    expect(runToEnd(none)(5, -Infinity, Infinity)).toEqual([])
  })
})
