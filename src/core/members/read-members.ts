import { isRecord } from '../json.ts'
import { decodeAnyText, GUESSED } from '../rows/decode-text.ts'
import { type Row, readRows } from '../rows/rows.ts'
import { issueMessage } from '../validation.ts'
import { type MemberColumns, PROBLEM } from './member-columns.ts'
import { memberCsv } from './member-csv.ts'
import { type MemberRecord, memberRecordSchema } from './member-record.ts'

/** A file of members, on disk or in a browser. */
interface MemberFile {
  name: string
  bytes(): Promise<Uint8Array>
}

/** A row with a valid record, or with an issue. */
export type MemberRow = Pick<Row, 'row' | 'table'> & { memberId: string; value: unknown } & (
    | { record: MemberRecord; issue?: undefined }
    | { record?: undefined; issue: string }
  )

interface ReadOptions {
  now: Date
  columns?: MemberColumns | undefined
  signal?: AbortSignal
}

export interface ReadMembers {
  /** In the order of the file. */
  rows: readonly MemberRow[]
  /** The guids of groups of which the file has only the names: what exists stays as it is. */
  namedGroups: ReadonlySet<string>
  /** What was assumed to read the file. */
  notes: readonly string[]
}

/**
 * Reads a file of members, and validates each record.
 *
 * @throws Error that names the file, and the row from which it cannot be read.
 */
export async function readMembers(file: MemberFile, options: ReadOptions): Promise<ReadMembers> {
  const { name, bytes } = file
  const { now, columns = new Map(), signal } = options
  const schema = memberRecordSchema(now)
  const csv = memberCsv(columns)
  const rows: MemberRow[] = []
  try {
    const { text, isGuessed } = decodeAnyText(await bytes())
    for await (const some of readRows(text, { csv, wrapper: 'members' })) {
      signal?.throwIfAborted()
      for (const row of some) rows.push(memberRow(row, schema))
    }
    if (rows.length === 0) throw new Error('has no records')
    const namedGroups = csv.namedGroups()
    return { rows, namedGroups, notes: [...(isGuessed ? [GUESSED] : []), ...csv.notes()] }
  } catch (error) {
    if (signal?.aborted || !(error instanceof Error)) throw error
    throw new Error(`${name}: ${error.message}`, { cause: error })
  }
}

function memberRow(
  { row, table, key, record: read, issue }: Row,
  schema: ReturnType<typeof memberRecordSchema>,
): MemberRow {
  const value = withMemberId(read, key)
  const memberId = isRecord(value) && typeof value.memberId === 'string' ? value.memberId : ''
  const place = { row, memberId, value, ...(table && { table }) }
  if (issue) return { ...place, issue }
  if (key !== undefined && memberId !== key) {
    return { ...place, memberId: key, issue: 'memberId: must equal the key of the record' }
  }
  const { data: record, error } = schema.safeParse(value, { error: issueMessage })
  if (record) return { ...place, record }
  const issues = error.issues.map(({ path, message }) => {
    return [path.join('.'), message].filter(Boolean).join(': ')
  })
  return { ...place, issue: issues.join('; ') }
}

/** The default `memberId` is the key of the record, or made of its guid and uid. */
function withMemberId(read: unknown, key: string | undefined) {
  if (!isRecord(read)) return read
  const { [PROBLEM]: _, ...value } = read
  const { memberId, guid, uid } = value
  const hasMemberId = memberId !== undefined && memberId !== null
  if (hasMemberId || typeof guid !== 'string' || typeof uid !== 'string') return value
  return { ...value, memberId: key ?? `${guid}_${uid}` }
}
