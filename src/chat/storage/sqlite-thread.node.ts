import { parentPort, workerData } from 'node:worker_threads'
import {
  type ConnectionOptions,
  codeOf,
  isLocked,
  openConnection,
  type SqliteConnection,
} from './sqlite-connection.node.ts'
import type { SqliteReply, SqliteRequest } from './sqlite-message.ts'

// The thread that `sqlite-client.node.ts` starts: one connection, opened by the first request that
// succeeds in it. Each request is answered at once, whatever becomes of it.

const options: ConnectionOptions = workerData
let connection: SqliteConnection | undefined

function answer(request: SqliteRequest): SqliteReply {
  const opened = connection === undefined
  try {
    connection ??= openConnection(options)
    const { identity, readableByOthers } = connection
    const results = connection.run(request)
    const reply = { outcome: 'done', results } as const
    return opened ? { ...reply, opened: { identity, readableByOthers } } : reply
  } catch (error) {
    const isUsable = connection ? connection.isUsableAfter(error) : true
    if (isLocked(error)) return { outcome: 'locked', isUsable }
    const message = error instanceof Error ? error.message : String(error)
    return { outcome: 'failed', error: { code: codeOf(error), message }, isUsable }
  }
}

parentPort?.on('message', (request: SqliteRequest) => parentPort?.postMessage(answer(request)))
