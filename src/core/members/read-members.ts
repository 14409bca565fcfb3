import { isRecord } from '../json.ts'
import { nextTurn } from '../next-turn.ts'
import type { Columns } from '../rows/columns.ts'
import { readTable } from '../rows/read-table.ts'
import type { SheetRow } from '../rows/sheet.ts'
import { issueMessage } from '../validation.ts'
import { memberFormat } from './member-columns.ts'
import { createMemberMaker, isContract, type Stated } from './member-maker.ts'
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

/** What a row is: a valid record, or one with an issue. */
type Verdict = { memberId: string; value: unknown } & (
  | { record: MemberRecord; stated: Stated; issue?: undefined }
  | { record?: undefined; issue: string }
)
export type MemberRow = { row: number; table?: Table } & Verdict

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
    const format = memberFormat(columns, isChosen)
    const found = { sourceOf: (row: SheetRow) => row, isAsIs: isContract, signal }
    const { sheet, rows: read, notes } = await readTable(await file.bytes(), format, found)
    if (read.length === 0) throw new Error('has no records')
    const maker = createMemberMaker(sheet)
    const rows: MemberRow[] = []
    for (const { source, record, issues } of read) {
      const table = sheet.kind === 'csv' ? { header: sheet.header, cells: source.cells } : undefined
      const place = { row: source.row, ...(table && { table }) }
      const made = maker.member(record, source)
      const member = {
        ...made,
        issues: [...made.issues, ...issues.map(({ field, text }) => `${field}: ${text}`)],
      }
      rows.push({ ...place, ...checked(source, member, schema) })
      if (rows.length % ROWS_AT_ONCE === 0) await nextTurn()
    }
    return { rows, notes: [...maker.notes(), ...notes] }
  } catch (error) {
    if (signal?.aborted || !(error instanceof Error)) throw error
    throw new Error(`${file.name}: ${error.message}`, { cause: error })
  }
}

type MadeMember = ReturnType<ReturnType<typeof createMemberMaker>['member']>
type Schema = ReturnType<typeof memberRecordSchema>

function checked(
  row: SheetRow,
  { value: made, issues, stated }: MadeMember,
  schema: Schema,
): Verdict {
  const { key } = row
  if (row.issue !== undefined) return { memberId: '', value: row.value, issue: row.issue }
  const value = withMemberId(made, key)
  const memberId = isRecord(value) && typeof value.memberId === 'string' ? value.memberId : ''
  if (key !== undefined && memberId !== key) {
    return { value, memberId: key, issue: 'memberId: must equal the key of the record' }
  }
  const { data: record, error } = schema.safeParse(value, { error: issueMessage })
  if (record && issues.length === 0) return { memberId, value, record, stated }
  const others = (error?.issues ?? []).map(({ path, message }) => {
    return [path.join('.'), message].filter(Boolean).join(': ')
  })
  // An id that could not be made is named by its column.
  const isEmpty = issues.some((issue) => issue.endsWith(' is empty'))
  const all = isEmpty ? issues : [...issues, ...others]
  return { memberId, value, issue: all.join('; ') }
}

/** The default `memberId` is the key of the record, or made of its guid and uid. */
function withMemberId(value: unknown, key: string | undefined) {
  if (!isRecord(value)) return value
  const { memberId, guid, uid } = value
  const hasMemberId = memberId !== undefined && memberId !== null
  if (hasMemberId || typeof guid !== 'string' || typeof uid !== 'string') return value
  return { ...value, memberId: key ?? `${guid}_${uid}` }
}
