import { mkdtemp, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createFile } from '../../src/storage/sqlite-file.node.ts'

describe('createFile()', () => {
  it('a file is created with all of its folders, and may exist already', async () => {
    const path = join(await mkdtemp(join(tmpdir(), 'launchboard-')), 'a', 'b', 'c.db')
    createFile(path)
    createFile(path)
    expect((await stat(path)).isFile()).toBe(true)
  })

  it('a folder that cannot be created is an error, also where the system denies it exists', () => {
    expect(() => createFile('/proc/launchboard/a/b.db')).toThrow(/^E[A-Z]+: .*mkdir/)
  })

  it('a folder that is a file is an error', async () => {
    const path = join(await mkdtemp(join(tmpdir(), 'launchboard-')), 'file')
    await writeFile(path, '')
    expect(() => createFile(join(path, 'a', 'b.db'))).toThrow(/^ENOTDIR/)
  })
})
