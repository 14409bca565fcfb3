import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { SqliteRequest } from './sqlite-message.ts'

const IN_MEMORY = ':memory:'
/** What SQLite keeps beside a database: commits are in the first until they are copied over. */
const BESIDE = ['-wal', '-shm']
/** How long reads may go on in a file that is gone. Writes look each time. */
const LOOK_AGAIN_MS = 1_000

/** The database's file is not the one that was opened. What is written to that one is lost. */
export class FileMovedError extends Error {
  override readonly name = 'FileMovedError'
  readonly code = 'DATABASE_MOVED'

  constructor(path: string) {
    super(`${path} was moved, replaced or deleted while it was in use`)
  }
}

export interface SqliteFile {
  readonly identity: string
  readonly readableByOthers: readonly string[]
  /** @throws FileMovedError when writes would be lost. */
  assertInPlace(mode: SqliteRequest['mode']): void
}

/** Makes the file and its folder where they are missing: agents' keys lie in it. */
export function makeFile(path: string): void {
  if (path === IN_MEMORY) return
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  try {
    // Never opened when it exists: to close a file again drops the locks that this process has on
    // it, SQLite's too. https://sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  }
}

/** @throws FileMovedError when another file is there than the one that was opened before. */
export function assertSameFile(path: string, identity: string): void {
  if (identityOf(path) !== identity) throw new FileMovedError(path)
}

/** The file of a database that has just been opened. */
export function openedFile(path: string): SqliteFile {
  if (path === IN_MEMORY) {
    return { identity: IN_MEMORY, readableByOthers: [], assertInPlace() {} }
  }
  const files = [path, ...BESIDE.map((suffix) => path + suffix)]
    .map((name) => ({ name, identity: identityOf(name) }))
    .filter((file) => file.identity !== undefined)
  const readableByOthers = files.map(({ name }) => name).filter((name) => !isOwnersOnly(name))
  let lookedAtMs = performance.now()

  return {
    identity: files[0]?.identity ?? '',
    readableByOthers,

    assertInPlace(mode) {
      if (mode === 'read' && performance.now() - lookedAtMs < LOOK_AGAIN_MS) return
      for (const { name, identity } of files) {
        if (identityOf(name) !== identity) throw new FileMovedError(path)
      }
      lookedAtMs = performance.now()
    },
  }
}

function identityOf(path: string) {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false })
  return stats && `${stats.dev}:${stats.ino}`
}

/** Takes the rights of everybody else away, and returns whether that worked. */
function isOwnersOnly(path: string) {
  const { mode } = statSync(path)
  if ((mode & 0o077) === 0) return true
  try {
    chmodSync(path, mode & 0o600)
    return true
  } catch (error) {
    if (hasCode(error, 'EPERM') || hasCode(error, 'EROFS')) return false
    throw error
  }
}

function hasCode(error: unknown, code: string) {
  return error instanceof Error && 'code' in error && error.code === code
}
