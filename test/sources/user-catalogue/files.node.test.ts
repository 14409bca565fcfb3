import { readdirSync } from 'node:fs'
import { describe, it } from 'vitest'
import { expectRead, isWritten } from './written-files.ts'

const FOLDER = 'test/fixtures/files'

describe('a file that a program wrote', () => {
  it.each(readdirSync(FOLDER).filter(isWritten))('%s is read right, or told why not', (file) =>
    expectRead(`${FOLDER}/${file}`),
  )
})
