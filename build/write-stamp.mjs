// Which commit the build is of, and when it was made: `/status` shows both.
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { isBuilt } from './changes.mjs'

const STAMP = 'data/build.json'

export async function writeStamp(path) {
  const commit = process.env.COMMIT || (await headCommit())
  // Another date would give other names to the parts that a running service has not loaded yet.
  const last = (await isBuilt()) && JSON.parse(await readFile(STAMP, 'utf8'))
  const isSame = last && last.commit === commit
  const date = isSame ? last.date : new Date().toISOString()
  await writeFile(path, JSON.stringify({ commit, date }))
}

/** Of the checkout; `null` outside of one, such as in the image, which gets COMMIT. */
async function headCommit() {
  const git = promisify(execFile)('git', ['rev-parse', 'HEAD'])
  return git.then(({ stdout }) => stdout.trim()).catch(() => null)
}
