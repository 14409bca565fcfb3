import { parentPort, workerData } from 'node:worker_threads'
import {
  type ConnectionOptions,
  codeOf,
  isLocked,
  openConnection,
  type SqliteConnection,
} from './sqlite-connection.node.ts'
import type { SqliteReply, SqliteRequest } from './sqlite-message.ts'

// The thread started by `sqlite-client.node.ts`, with one connection that is opened by its first
// request. Every request gets a reply.

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
