export interface SqliteStatement {
  sql: string
  params: readonly unknown[]
}

/** Statements that are executed atomically. Without any, the database is only opened. */
export interface SqliteRequest {
  statements: readonly SqliteStatement[]
  /** `standalone` is for single statements that cannot be in a transaction. */
  mode: 'read' | 'write' | 'standalone'
}

/** The rows of each statement, as arrays of values. */
export type SqliteResults = readonly (readonly unknown[])[]

export interface OpenedFile {
  /** Identifies the file, whatever its path. */
  identity: string
  /** Files that other users can read and whose mode we cannot change. */
  readableByOthers: readonly string[]
}

export type SqliteReply = { opened?: OpenedFile } & (
  | { outcome: 'done'; results: SqliteResults }
  /** Another process has the lock; nothing was executed. */
  | { outcome: 'locked'; isUsable: boolean }
  /**
   * Nothing was executed; with `isUsable: false` that is unknown, and the thread must be replaced.
   */
  | { outcome: 'failed'; error: { code: string; message: string }; isUsable: boolean }
)
