import { isRecord } from '../json.ts'
import { nextTurn } from '../next-turn.ts'
import type { Columns } from '../rows/columns.ts'
import { decodeAnyText, GUESSED } from '../rows/decode-text.ts'
import { openSheet, type Row } from '../rows/sheet.ts'
import { issueMessage } from '../validation.ts'
import { memberFormat } from './member-columns.ts'
import { createMemberReader, type Stated } from './member-reader.ts'
import { type MemberRecord, memberRecordSchema } from './member-record.ts'

/** A file of members, on disk or in a browser. */
interface MemberFile {
  name: string
  bytes(): Promise<Uint8Array>
}

/** The cells of a CSV row, below the header row of the file. */
interface Table {
  header: readonly string[]
  cells: readonly unknown[]
}

/** A row with a valid record, or with an issue. */
export type MemberRow = { row: number; table?: Table; memberId: string; value: unknown } & (
  | { record: MemberRecord; stated: Stated; issue?: undefined }
  | { record?: undefined; issue: string }
)

interface ReadOptions {
  now: Date
  columns?: Columns | undefined
  /** Whether all columns have been chosen, so that no other is recognised. */
  isChosen?: boolean
  signal?: AbortSignal
}

export interface ReadMembers {
  /** In the order of the file. */
  rows: readonly MemberRow[]
  /** What was assumed to read the file. */
  notes: readonly string[]
}

const ROWS_AT_ONCE = 1_000

/**
 * Reads a file of members, and validates each record.
 *
 * @throws Error that names the file, and the row from which it cannot be read.
 */
export async function readMembers(file: MemberFile, options: ReadOptions): Promise<ReadMembers> {
  const { now, columns = new Map<string, string>(), isChosen, signal } = options
  const schema = memberRecordSchema(now)
  try {
    const { text, isGuessed } = decodeAnyText(await file.bytes())
    const sheet = openSheet(text, memberFormat(columns, isChosen))
    const reader = createMemberReader(sheet)
    const found: Row[] = []
    for await (const batch of sheet.rows()) {
      signal?.throwIfAborted()
      for (const row of batch) reader.see(row)
      found.push(...batch)
    }
    if (found.length === 0) throw new Error('has no records')
    const rows: MemberRow[] = []
    for (const row of found) {
      const table = sheet.kind === 'csv' ? { header: sheet.header, cells: row.cells } : undefined
      rows.push(memberRow(row, { table, reader, schema }))
      if (rows.length % ROWS_AT_ONCE === 0) await nextTurn()
    }
    return { rows, notes: [...(isGuessed ? [GUESSED] : []), ...reader.notes()] }
  } catch (error) {
    if (signal?.aborted || !(error instanceof Error)) throw error
    throw new Error(`${file.name}: ${error.message}`, { cause: error })
  }
}

interface RowDeps {
  table: Table | undefined
  reader: ReturnType<typeof createMemberReader>
  schema: ReturnType<typeof memberRecordSchema>
}

function memberRow(row: Row, { table, reader, schema }: RowDeps): MemberRow {
  const place = { row: row.row, ...(table && { table }) }
  if (row.issue) return { ...place, memberId: '', value: row.value, issue: row.issue }
  const { key } = row
  const { value: read, issues, stated } = reader.record(row)
  const value = withMemberId(read, key)
  const memberId = isRecord(value) && typeof value.memberId === 'string' ? value.memberId : ''
  if (key !== undefined && memberId !== key) {
    return { ...place, value, memberId: key, issue: 'memberId: must equal the key of the record' }
  }
  const { data: record, error } = schema.safeParse(value, { error: issueMessage })
  if (record && issues.length === 0) return { ...place, memberId, value, record, stated }
  const others = (error?.issues ?? []).map(({ path, message }) => {
    return [path.join('.'), message].filter(Boolean).join(': ')
  })
  // An id that could not be made is named by its column.
  const isEmpty = issues.some((issue) => issue.endsWith(' is empty'))
  const all = isEmpty ? issues : [...issues, ...others]
  return { ...place, memberId, value, issue: all.join('; ') }
}

/** The default `memberId` is the key of the record, or made of its guid and uid. */
function withMemberId(value: unknown, key: string | undefined) {
  if (!isRecord(value)) return value
  const { memberId, guid, uid } = value
  const hasMemberId = memberId !== undefined && memberId !== null
  if (hasMemberId || typeof guid !== 'string' || typeof uid !== 'string') return value
  return { ...value, memberId: key ?? `${guid}_${uid}` }
}
