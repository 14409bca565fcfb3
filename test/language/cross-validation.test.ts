import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

/**
 * Minimum accuracy in two-fold cross-validation, in percent, per kind of noise in the examples. The
 * floors may only be raised, unless the examples get harder.
 */
const FLOORS: [string, number][] = [
  ['as it is', 78.5],
  ['one typo', 74],
  ['two typos', 67.5],
  ['an aside before', 76.5],
  ['an aside after', 77],
]

it('the model generalizes to examples it was not trained on', { timeout: 900_000 }, async () => {
  const command = ['tsx', 'src/language/training/teach.node.ts', '--report', '2']
  const { stdout } = await promisify(execFile)('npx', command)
  for (const [name, floor] of FLOORS) {
    const [, percent] = new RegExp(`^ *${name} +([\\d.]+) %`, 'm').exec(stdout) ?? []
    expect(Number(percent), name).toBeGreaterThanOrEqual(floor)
  }
})
