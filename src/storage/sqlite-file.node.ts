import { chmod, mkdir, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { errorCode } from '../core/error.ts'

/** Files beside a database. Commits are in the first until they are checkpointed. */
const BESIDE = ['-wal', '-shm']

/**
 * Creates the file and its folder if missing, readable only by the owner: it contains secrets.
 *
 * @returns the files that other users can read and whose mode we cannot change
 */
export async function createFile(path: string): Promise<string[]> {
  if (path === ':memory:') return []
  // If it is a file, the next error says so better.
  await mkdir(dirname(path), { recursive: true, mode: 0o700 }).catch(unless('EEXIST'))
  // Not opened if it exists: closing a file drops all locks of this process on it, including those
  // of SQLite. https://sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_
  await writeFile(path, '', { flag: 'wx', mode: 0o600 }).catch(unless('EEXIST'))
  const files = [path, ...BESIDE.map((suffix) => path + suffix)]
  const areOwnersOnly = await Promise.all(files.map(makeOwnersOnly))
  return files.filter((_file, at) => !areOwnersOnly[at])
}

/** Removes the permissions of other users; returns whether they have none. */
async function makeOwnersOnly(path: string) {
  const file = await stat(path).catch(unless('ENOENT'))
  if (!file || (file.mode & 0o077) === 0) return true
  const changed = chmod(path, file.mode & 0o600).then(() => true)
  return (await changed.catch(unless('EPERM', 'EROFS'))) === true
}

function unless(...codes: readonly string[]) {
  return (error: unknown) => {
    if (!codes.includes(errorCode(error) ?? '')) throw error
  }
}
