import { mkdtemp, readdir, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { libsqlDatabase } from '../../../src/platform/storage/libsql-database.node.ts'
import { users } from '../../../src/platform/storage/schema.ts'

const migrationsFolder = 'data/migrations'

async function freshUrl() {
  return `file:${join(await mkdtemp(join(tmpdir(), 'launchboard-')), 'a', 'b', 'platform.db')}`
}

describe('libsqlDatabase()', () => {
  it('waits for the disk at each commit, and lets readers read meanwhile', async () => {
    const database = await libsqlDatabase({ url: await freshUrl(), migrationsFolder })
    expect(await database.get(sql`pragma journal_mode`)).toMatchObject({ journal_mode: 'wal' })
    expect(await database.get(sql`pragma synchronous`)).toMatchObject({ synchronous: 2 })
    expect(await database.get(sql`pragma foreign_keys`)).toMatchObject({ foreign_keys: 1 })
    expect(await database.get(sql`pragma busy_timeout`)).toMatchObject({ timeout: 5000 })
  })

  it('keeps its settings, however many call at once', async () => {
    const database = await libsqlDatabase({ url: await freshUrl(), migrationsFolder })
    const many = Array.from({ length: 50 }, () => database.get(sql`pragma synchronous`))
    for (const answer of await Promise.all(many)) expect(answer).toMatchObject({ synchronous: 2 })
  })

  it('opens again what is there, and two may have it open', async () => {
    const url = await freshUrl()
    const first = await libsqlDatabase({ url, migrationsFolder })
    await first.insert(users).values({ uid: 'ann', name: 'Ann', recordedAt: 1, updatedAt: 1 })
    const second = await libsqlDatabase({ url, migrationsFolder })
    expect(await second.select({ uid: users.uid }).from(users)).toEqual([{ uid: 'ann' }])
  })

  it('makes a file, and its folders, that only their owner may read', async () => {
    const url = await freshUrl()
    await libsqlDatabase({ url, migrationsFolder })
    const folder = dirname(url.slice('file:'.length))
    const modeOf = async (path: string) => (await stat(path)).mode & 0o777
    expect(await Promise.all([folder, dirname(folder)].map(modeOf))).toEqual([0o700, 0o700])
    const files = await readdir(folder)
    expect(files).toContain('platform.db')
    const modes = await Promise.all(files.map((name) => modeOf(join(folder, name))))
    expect(new Set(modes)).toEqual(new Set([0o600]))
  })

  it('says which variable is wrong when it cannot be opened', async () => {
    const url = 'file:/dev/null/platform.db'
    await expect(libsqlDatabase({ url, migrationsFolder })).rejects.toThrow(/DATABASE_URL/)
  })
})
