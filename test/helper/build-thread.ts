import { execFileSync } from 'node:child_process'

/** A thread of Node's reads no TypeScript, so the tests run the storage's as it is built. */
export function setup() {
  execFileSync('npm', ['run', '--silent', 'build:thread'], { stdio: 'inherit' })
}
