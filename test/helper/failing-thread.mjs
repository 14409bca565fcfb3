// The storage's thread, which ends, or hangs until there is a file, when a statement says so.
import { existsSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'

const moment = new Int32Array(new SharedArrayBuffer(4))

parentPort.on('message', ({ statements }) => {
  if (statements.some(({ sql }) => sql.includes('die'))) process.exit(1)
  if (!statements.some(({ sql }) => sql.includes('hang'))) return
  while (!existsSync(`${workerData.path}.go-on`)) Atomics.wait(moment, 0, 0, 20)
})
await import('../../dist/sqlite-thread.cjs')
