import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

/** Minimum accuracy in two-fold cross-validation, in percent, per kind of noise in the examples. */
const FLOORS: [string, number][] = [
  ['practice', 78.5],
  ['as it is', 93.5],
  ['one typo', 89.8],
  ['two typos', 81.4],
  ['an aside before', 92.1],
  ['an aside after', 92.3],
]

it('the model generalizes to examples it was not trained on', { timeout: 900_000 }, async () => {
  const command = ['tsx', 'src/language/training/teach.node.ts', '--report', '2']
  const { stdout } = await promisify(execFile)('npx', command)
  for (const [name, floor] of FLOORS) {
    const [, percent] = new RegExp(`^ *${name} +([\\d.]+) %`, 'm').exec(stdout) ?? []
    expect(Number(percent), name).toBeGreaterThanOrEqual(floor)
  }
})
