import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

const MODEL = 'data/language/model.json'

describe('npm run teach', () => {
  it('leaves the model unchanged, because it is up to date with the training data', {
    timeout: 120_000,
  }, async () => {
    const before = readFileSync(MODEL)
    const command = ['tsx', 'src/language/training/teach.node.ts']
    const { stdout } = await promisify(execFile)('npx', command)
    expect(stdout.trim()).toBe('Nothing new to learn.')
    expect(readFileSync(MODEL).equals(before)).toBe(true)
  })
})
