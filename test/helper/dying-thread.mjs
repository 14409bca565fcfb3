// The storage's thread, with an end to it: a statement that mentions `die`.
import { parentPort } from 'node:worker_threads'

parentPort.on('message', ({ statements }) => {
  if (statements.some(({ sql }) => sql.includes('die'))) process.exit(1)
})
await import('../../dist/sqlite-thread.cjs')
