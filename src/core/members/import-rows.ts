import { list } from '../rows/columns.ts'
import type { Stated } from './member-maker.ts'
import type { MemberRecord } from './member-record.ts'
import type { MemberRow, ReadMembers } from './read-members.ts'

/** A row of a file that was not imported, and why. */
export interface RowProblem {
  row: MemberRow
  problem: string
  /** The code of the failure; `invalid-record` of a row that was not sent. */
  code: string
}

/** The details of a group or user. */
type Details = Readonly<Record<string, unknown>>

/** Where members are imported to. */
interface MemberImporter {
  /** The details of a group or user, if it exists. */
  find(kind: keyof Stated, id: string): Promise<Details | undefined>
  /** Yields what became of each record, batch by batch. */
  importMembers(records: AsyncIterable<MemberRecord>): AsyncIterable<Outcome[]>
}

type Outcome =
  | { record: MemberRecord; success: true }
  | { record: MemberRecord; success: false; error: { code: string; message: string } }

interface Imported {
  imported: number
  problems: RowProblem[]
  /** Details that differ from those of existing groups and users, or of a row before. */
  differences: string[]
}

/** The rows that are not worth sending. */
export function invalidRows(rows: readonly MemberRow[]): RowProblem[] {
  return rows.flatMap((row) =>
    row.issue === undefined ? [] : [{ row, problem: row.issue, code: 'invalid-record' }],
  )
}

/** What the platform is asked for at once. */
const LOOKUPS_AT_ONCE = 20
const ROWS_AT_ONCE = 50

/**
 * Imports the valid rows of a file, and yields what became of each batch. Details of groups and users that
 * exist are changed only by an update.
 */
export async function* importRows(
  { rows }: Pick<ReadMembers, 'rows'>,
  importer: MemberImporter,
  { update = false }: { update?: boolean | undefined } = {},
): AsyncGenerator<Imported> {
  const sent = new Map<MemberRecord, MemberRow>()
  const existing = createLookup(importer)
  let differences: string[] = []

  async function* records() {
    const valid = rows.filter((row) => row.record)
    for (let at = 0; at < valid.length; at += ROWS_AT_ONCE) {
      const some = valid.slice(at, at + ROWS_AT_ONCE)
      await existing.load(some)
      for (const row of some) {
        if (!row.record) continue
        const { record, changed } = keepDetails(row.record, row.stated, { existing, update })
        differences.push(...changed)
        sent.set(record, row)
        yield record
      }
    }
  }

  for await (const outcomes of importer.importMembers(records())) {
    const problems = outcomes.flatMap((outcome): RowProblem[] => {
      const row = sent.get(outcome.record)
      if (outcome.success || !row) return []
      return [{ row, problem: outcome.error.message, code: outcome.error.code }]
    })
    for (const { record } of outcomes) sent.delete(record)
    yield { imported: outcomes.length - problems.length, problems, differences }
    differences = []
  }
}

/** The groups and users that exist before the import, each looked up once, and the new ones. */
function createLookup({ find }: MemberImporter) {
  const found = new Map<string, Details | undefined>()
  const described = new Map<string, Details>()
  const keyOf = (kind: keyof Stated, id: string) => `${kind} ${id.toLowerCase()}`
  return {
    of: (kind: keyof Stated, id: string) => found.get(keyOf(kind, id)),
    /** What the rows before said of a new one. */
    describedAs: (kind: keyof Stated, id: string) => described.get(keyOf(kind, id)) ?? {},
    describe: (kind: keyof Stated, id: string, details: Details) => {
      described.set(keyOf(kind, id), details)
    },
    async load(rows: readonly MemberRow[]) {
      const wanted = new Map<string, () => Promise<Details | undefined>>()
      for (const { record } of rows) {
        if (record?.groupDetails) {
          wanted.set(keyOf('group', record.guid), () => find('group', record.guid))
        }
        if (record?.userDetails) {
          wanted.set(keyOf('user', record.uid), () => find('user', record.uid))
        }
      }
      const unknown = [...wanted].filter(([key]) => !found.has(key))
      // The first alone: with a wrong key it is the last.
      const [first] = found.size === 0 ? unknown.splice(0, 1) : []
      if (first) found.set(first[0], await first[1]())
      for (let at = 0; at < unknown.length; at += LOOKUPS_AT_ONCE) {
        const some = unknown.slice(at, at + LOOKUPS_AT_ONCE)
        await Promise.all(some.map(async ([key, look]) => found.set(key, await look())))
      }
    },
  }
}

interface KeepOptions {
  existing: ReturnType<typeof createLookup>
  update: boolean
}

/** A record without the details of what exists, unless they are to be updated. */
function keepDetails(record: MemberRecord, stated: Stated, options: KeepOptions) {
  const { groupDetails, userDetails, ...rest } = record
  const group = keepPart('group', record.guid, { ...options, details: groupDetails, stated })
  const user = keepPart('user', record.uid, { ...options, details: userDetails, stated })
  const kept: MemberRecord = {
    ...rest,
    ...(group.details && { groupDetails: group.details }),
    ...(user.details && { userDetails: user.details }),
  }
  return { record: kept, changed: [...group.changed, ...user.changed] }
}

interface PartOptions<Part> extends KeepOptions {
  details: Part | null | undefined
  stated: Stated
}

function keepPart<Part extends object>(
  kind: keyof Stated,
  id: string,
  { details, stated, existing, update }: PartOptions<Part>,
) {
  if (!details) return { details, changed: [] }
  const stored = existing.of(kind, id)
  const known = stored ?? existing.describedAs(kind, id)
  const given = new Map<string, unknown>(Object.entries(details))
  const differing = stated[kind].filter((field) => {
    const isCompared = stored !== undefined || field in known
    if (!isCompared || !given.has(field) || UNSHOWN.includes(field)) return false
    return !isSame(given.get(field), known[field])
  })
  const changed = differing.length > 0 ? [`${kind} ${id}: ${list(differing)}`] : []
  const updated = { ...details, ...unstated(known, stated[kind]) }
  if (stored) return { details: update && changed.length > 0 ? updated : undefined, changed }
  const kept = update ? updated : { ...details, ...known }
  existing.describe(kind, id, kept)
  return { details: kept, changed }
}

/** Details that the platform does not show, and the id itself. */
const UNSHOWN: readonly string[] = ['password', 'guid', 'uid']

/** The name and type, which all details have: those that the file does not state stay. */
function unstated(stored: Details, stated: readonly string[]) {
  const needed = ['name', 'type'].filter((field) => field in stored && !stated.includes(field))
  return Object.fromEntries(needed.map((field) => [field, stored[field]]))
}

/** Instants may be texts of digits, and what is not set may be null. */
function isSame(given: unknown, stored: unknown) {
  const text = (value: unknown) => JSON.stringify(typeof value === 'number' ? `${value}` : value)
  return text(given ?? null) === text(stored ?? null)
}
