// Which commit the build is of, and when it was made: `/status` shows both.
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'

export async function writeStamp(path) {
  const stamp = {
    commit: process.env.COMMIT || (await headCommit()),
    date: new Date().toISOString(),
  }
  await writeFile(path, JSON.stringify(stamp))
}

/** Of the checkout; `null` outside of one, such as in the image, which gets COMMIT. */
async function headCommit() {
  const git = promisify(execFile)('git', ['rev-parse', 'HEAD'])
  return git.then(({ stdout }) => stdout.trim()).catch(() => null)
}
