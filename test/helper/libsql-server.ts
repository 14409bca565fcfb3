import SqliteFile from 'libsql'
import type { Answer } from './upstream-server.ts'

// As much of Hrana 2 over HTTP as the official client uses.
// https://github.com/tursodatabase/libsql/blob/main/docs/HRANA_2_SPEC.md

interface Value {
  type: 'null' | 'integer' | 'float' | 'text'
  value?: string | number
}

interface Statement {
  sql?: string
  sql_id?: number
  args?: Value[]
}

type Condition = { type: 'ok'; step: number } | { type: 'not'; cond: Condition }

interface Step {
  stmt: Statement
  condition?: Condition | null
}

interface StreamRequest {
  type: string
  sql?: string
  sql_id?: number
  stmt?: Statement
  batch?: { steps: Step[] }
}

/** A libSQL server on a file: a stream is a connection, for as long as it is not closed. */
export function libsqlServer(path: string): Answer {
  const streams = new Map<string, Stream>()
  let opened = 0

  return ({ body }, response) => {
    const { baton, requests }: { baton?: string; requests: StreamRequest[] } = JSON.parse(body)
    const stream = streams.get(baton ?? '') ?? openStream(path)
    const name = baton ?? `stream-${opened++}`
    const results = requests.map((request) => stream.answer(request))
    if (stream.isClosed()) streams.delete(name)
    else streams.set(name, stream)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ baton: stream.isClosed() ? null : name, results }))
  }
}

type Stream = ReturnType<typeof openStream>

function openStream(path: string) {
  const file = new SqliteFile(path)
  const stored = new Map<number, string>()
  let isClosed = false

  function run({ sql, sql_id: id, args = [] }: Statement) {
    const statement = file.prepare(sql ?? stored.get(id ?? 0) ?? '')
    const values = args.map(fromValue)
    if (!statement.reader) {
      const { changes } = statement.run(values)
      return { cols: [], rows: [], affected_row_count: changes, last_insert_rowid: null }
    }
    const cols = statement.columns().map(({ name }) => ({ name }))
    const rows = statement.raw().all(values)
    return {
      cols,
      rows: rows.map((row) => (Array.isArray(row) ? row.map(toValue) : [])),
      affected_row_count: 0,
      last_insert_rowid: null,
    }
  }

  function batch(steps: Step[]) {
    const results: (ReturnType<typeof run> | null)[] = []
    const errors: (ReturnType<typeof toError> | null)[] = []
    const holds = (condition: Condition): boolean =>
      condition.type === 'ok' ? results[condition.step] !== null : !holds(condition.cond)
    for (const { stmt, condition } of steps) {
      results.push(null)
      errors.push(null)
      if (condition && !holds(condition)) continue
      try {
        results[results.length - 1] = run(stmt)
      } catch (error) {
        errors[errors.length - 1] = toError(error)
      }
    }
    return { step_results: results, step_errors: errors }
  }

  function responseTo({ type, sql, sql_id: id = 0, ...request }: StreamRequest) {
    if (type === 'store_sql') stored.set(id, sql ?? '')
    if (type === 'execute') return { type, result: run(request.stmt ?? {}) }
    if (type === 'batch') return { type, result: batch(request.batch?.steps ?? []) }
    if (type === 'close') {
      if (file.inTransaction) file.exec('ROLLBACK')
      file.close()
      isClosed = true
    }
    return { type }
  }

  return {
    isClosed: () => isClosed,

    answer(request: StreamRequest) {
      try {
        return { type: 'ok', response: responseTo(request) }
      } catch (error) {
        return { type: 'error', error: toError(error) }
      }
    },
  }
}

function fromValue({ type, value }: Value) {
  if (type === 'null') return null
  return type === 'text' ? value : Number(value)
}

function toValue(value: unknown): Value {
  if (value === null) return { type: 'null' }
  if (typeof value !== 'number') return { type: 'text', value: String(value) }
  if (Number.isInteger(value)) return { type: 'integer', value: String(value) }
  return { type: 'float', value }
}

function toError(error: unknown) {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN'
  return { message: error instanceof Error ? error.message : String(error), code }
}
