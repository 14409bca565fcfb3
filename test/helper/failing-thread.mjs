// The thread of a database, which ends, or hangs until there is a file, when a statement says so.
import { existsSync } from 'node:fs'
import * as thread from '../../dist/sqlite-thread.cjs'

const moment = new Int32Array(new SharedArrayBuffer(4))

export function execute(work) {
  const says = (word) => work.statements.some(({ sql }) => sql.includes(word))
  if (says('die')) {
    process.nextTick(() => {
      throw new Error('died')
    })
    return new Promise(() => {})
  }
  if (says('hang')) {
    while (!existsSync(`${work.path}.go-on`)) Atomics.wait(moment, 0, 0, 20)
  }
  return thread.execute(work)
}
