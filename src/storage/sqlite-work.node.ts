// What is asked of the threads of a SQLite file, and what they answer. Only they load the library.

/** Statements that are executed atomically. */
export interface SqliteWork {
  path: string
  statements: readonly { sql: string; params: readonly unknown[] }[]
  mode: 'read' | 'write' | 'migrate'
  /** Work that has not started by then never does. By `process.uptime`, which all threads share. */
  startByMs: number
  /** How long a write waits for a lock of another process. */
  maxLockedMs: number
}

/** The rows of each statement, as arrays of values. */
export type SqliteRows = readonly (readonly unknown[])[]

/** Part of an error's message when the thread must be replaced. */
export const BROKEN = 'DATABASE_BROKEN'
