import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectRead } from './written-files.ts'

let folder: string

/** Others that write files are used where they are. */
const isInstalled = ['jq', 'sqlite3'].every((program) => existsSync(`/usr/bin/${program}`))

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'files-'))
  execFileSync('bash', ['test/fixtures/files/write.sh', folder], { stdio: 'ignore' })
}, 120_000)

afterAll(() => rmSync(folder, { recursive: true }))

describe('the programs that are installed', () => {
  it.skipIf(!isInstalled && process.env.CI !== 'true')(
    'their files are read as the kept ones are',
    async () => {
      const files = readdirSync(folder)
      expect(files.length).toBeGreaterThan(5)
      for (const file of files) await expectRead(join(folder, file))
    },
  )
})
