import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The file that tells of a process which ends with all tests, not with a file of them. */
const LEFT = /^(\d+)\.pid$/

/** All that tests put down somewhere goes into one folder, which goes away with them. */
export async function setup() {
  process.umask(0o022) // of the tests' processes too: some files are read as another user
  const folder = await mkdtemp(join(tmpdir(), 'launchboard-tests-'))
  await chmod(folder, 0o711) // for what tests start as another user
  process.env.TMPDIR = folder
  return async () => {
    for (const name of await readdir(folder)) {
      const [, pid] = LEFT.exec(name) ?? []
      try {
        if (pid) process.kill(Number(pid), 'SIGKILL')
      } catch {
        // It has ended by itself.
      }
    }
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
