import { chmod, mkdtemp, readdir, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { users } from '../../src/storage/schema.ts'
import { openLibsql } from '../helper/open-libsql.ts'

const ANN = { uid: 'ann', name: 'Ann', recordedAt: 1, updatedAt: 1 }

async function freshPath() {
  return join(await mkdtemp(join(tmpdir(), 'launchboard-')), 'a', 'b', 'platform.db')
}

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function open(path: string) {
  const { database, close } = await openLibsql(`file:${path}`)
  closing.push(close)
  return database
}

const modeOf = async (path: string) => (await stat(path)).mode & 0o777

describe('a database in a file', () => {
  it('a commit waits for the disk, and readers do not block', async () => {
    const database = await open(await freshPath())
    expect(await database.get(sql`pragma journal_mode`)).toEqual(['wal'])
    expect(await database.get(sql`pragma synchronous`)).toEqual([2])
    expect(await database.get(sql`pragma foreign_keys`)).toEqual([1])
    expect(await database.get(sql`pragma busy_timeout`)).toEqual([200])
  })

  it('an existing database is opened again, and two may open it at once', async () => {
    const path = await freshPath()
    const first = await open(path)
    await first.insert(users).values(ANN)
    const second = await open(path)
    expect(await second.select({ uid: users.uid }).from(users)).toEqual([{ uid: 'ann' }])
  })

  it('one that a later version wrote is refused in words', async () => {
    const path = await freshPath()
    const database = await open(path)
    await database.run(
      sql`insert into __drizzle_migrations (hash, created_at) values ('later', 4000000000000)`,
    )
    await expect(open(path)).rejects.toThrow(
      'The database of DATABASE_URL cannot be used: a later version of Launchboard wrote it.',
    )
  })

  it('values of every kind are stored and returned', async () => {
    const database = await open(await freshPath())
    const bytes = new Uint8Array([0, 255])
    const values = sql`select ${null}, ${1.5}, ${'text'}, ${true}, ${12n}, ${bytes}`
    expect(await database.get(values)).toEqual([null, 1.5, 'text', 1, 12, bytes])
    await expect(database.get(sql`select ${Number.NaN}`)).rejects.toThrow()
    expect(await database.select().from(users).get()).toBeUndefined()
  })

  it('a new database file and its folders are readable only by their owner', async () => {
    const path = await freshPath()
    await open(path)
    const folder = dirname(path)
    expect(await Promise.all([folder, dirname(folder)].map(modeOf))).toEqual([0o700, 0o700])
    const files = await readdir(folder)
    expect(files).toContain('platform.db')
    const modes = await Promise.all(files.map((name) => modeOf(join(folder, name))))
    expect(new Set(modes)).toEqual(new Set([0o600]))
  })

  it('an existing database file is made readable only by its owner', async () => {
    const path = await freshPath()
    const first = await open(path)
    await first.insert(users).values(ANN)
    const files = [path, `${path}-wal`, `${path}-shm`]
    for (const file of files) await chmod(file, 0o644)
    await open(path)
    expect(await Promise.all(files.map(modeOf))).toEqual([0o600, 0o600, 0o600])
  })

  it('a database that cannot be opened names the variable', async () => {
    await expect(openLibsql('file:/dev/null/platform.db')).rejects.toThrow(
      /^The database of DATABASE_URL cannot be used: (E[A-Z]+): (?!\1)/,
    )
    await expect(openLibsql('file:package.json/platform.db')).rejects.toThrow(
      /DATABASE_URL.*ENOTDIR/,
    )
    const path = join(await mkdtemp(join(tmpdir(), 'launchboard-')), 'platform.db')
    await writeFile(path, 'no database at all, but long enough to be taken for one'.repeat(99))
    await expect(openLibsql(`file:${path}`)).rejects.toThrow(/DATABASE_URL.*damaged/)
  })
})
