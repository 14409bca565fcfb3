import { execFileSync } from 'node:child_process'

/** Builds what the sources need to run: the embedded model's weights, the board for assistants, and the storage's thread. */
export function setup() {
  execFileSync(process.execPath, ['build.mjs', 'language', 'board', 'thread'], { stdio: 'inherit' })
}
