import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { SqliteRequest } from './sqlite-message.ts'

const IN_MEMORY = ':memory:'
/** Files beside a database. Commits are in the first until they are checkpointed. */
const BESIDE = ['-wal', '-shm']
/** How long reads may continue after the file was moved. Writes check every time. */
const CHECK_INTERVAL_MS = 1_000

/** The file at the path is no longer the one that was opened. Writes to it would be lost. */
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
  /** @throws FileMovedError if writes would be lost. */
  assertInPlace(mode: SqliteRequest['mode']): void
}

/** Creates the file and its folder if missing, readable only by the owner: it contains secrets. */
export function createFile(path: string): void {
  if (path === IN_MEMORY) return
  createFolder(dirname(path))
  try {
    // Not opened if it exists: closing a file drops all locks of this process on it, including those
    // of SQLite. https://sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  }
}

/** Not `recursive`: Node retries for ever where the system answers ENOENT, as in /proc. */
function createFolder(path: string): void {
  if (existsSync(path)) return
  const parent = dirname(path)
  if (parent !== path) createFolder(parent)
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error // another process was faster
  }
}

/** @throws FileMovedError if the file is not the one that was opened before. */
export function assertSameFile(path: string, identity: string): void {
  if (identityOf(path) !== identity) throw new FileMovedError(path)
}

/** The files of a database that has just been opened. */
export function openedFile(path: string): SqliteFile {
  if (path === IN_MEMORY) {
    return { identity: IN_MEMORY, readableByOthers: [], assertInPlace() {} }
  }
  const files = [path, ...BESIDE.map((suffix) => path + suffix)]
    .map((name) => ({ name, identity: identityOf(name) }))
    .filter((file) => file.identity !== undefined)
  const readableByOthers = files.map(({ name }) => name).filter((name) => !isOwnersOnly(name))
  let checkedAtMs = performance.now()

  return {
    identity: files[0]?.identity ?? '',
    readableByOthers,

    assertInPlace(mode) {
      if (mode === 'read' && performance.now() - checkedAtMs < CHECK_INTERVAL_MS) return
      for (const { name, identity } of files) {
        if (identityOf(name) !== identity) throw new FileMovedError(path)
      }
      checkedAtMs = performance.now()
    },
  }
}

function identityOf(path: string) {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false })
  return stats && `${stats.dev}:${stats.ino}`
}

/** Removes the permissions of other users; returns whether that succeeded. */
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
