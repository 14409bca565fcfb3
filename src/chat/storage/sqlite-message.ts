export interface SqliteStatement {
  sql: string
  params: readonly unknown[]
}

/** Statements that are done all or not at all. Without any, the database is opened and no more. */
export interface SqliteRequest {
  statements: readonly SqliteStatement[]
  /** `alone` is for what SQLite does outside of transactions only, one statement at a time. */
  mode: 'read' | 'write' | 'alone'
}

/** Of each statement its rows, each of them an array of values. */
export type SqliteResults = readonly (readonly unknown[])[]

export interface OpenedFile {
  /** Differs for another file at the same path. */
  identity: string
  /** Files that others may read, and whose mode we may not change. */
  readableByOthers: readonly string[]
}

export type SqliteReply = { opened?: OpenedFile } & (
  | { outcome: 'done'; results: SqliteResults }
  /** Somebody else has the lock; nothing was done. */
  | { outcome: 'locked'; isUsable: boolean }
  /** Nothing was done, or with `isUsable: false` it is not known; the thread must be replaced then. */
  | { outcome: 'failed'; error: { code: string; message: string }; isUsable: boolean }
)
