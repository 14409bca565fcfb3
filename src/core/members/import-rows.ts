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
  /** Details that differ from existing groups and users, or from an earlier row. */
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
  const known = createKnown(importer)
  let differences: string[] = []

  async function* records() {
    const valid = rows.filter((row) => row.record)
    for (let at = 0; at < valid.length; at += ROWS_AT_ONCE) {
      const some = valid.slice(at, at + ROWS_AT_ONCE)
      await known.load(some)
      for (const row of some) {
        if (!row.record) continue
        const { record, changed } = recordToSend(row.record, row.stated, { known, update })
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

interface SendOptions {
  known: ReturnType<typeof createKnown>
  update: boolean
}

/** A record without the details of what exists, unless they are to be updated. */
function recordToSend(record: MemberRecord, stated: Stated, { known, update }: SendOptions) {
  const { groupDetails, userDetails, ...rest } = record
  const changed: string[] = []
  const toSend = <Part extends object>(kind: keyof Stated, id: string, part?: Part | null) => {
    const { details, differing } = detailsToSend(known.of(kind, id), part, stated[kind], update)
    if (differing.length > 0) changed.push(`${kind} ${id}: ${list(differing)}`)
    return details
  }
  const group = toSend('group', rest.guid, groupDetails)
  const user = toSend('user', rest.uid, userDetails)
  const parts = { ...(group && { groupDetails: group }), ...(user && { userDetails: user }) }
  const sent: MemberRecord = { ...rest, ...parts }
  return { record: sent, changed }
}

/** A group or user as it exists, or as the rows before have described a new one. */
interface Known {
  exists: boolean
  details: Details
}

/** The groups and users of a file, each looked up once. */
function createKnown({ find }: MemberImporter) {
  const known = new Map<string, Known>()
  const keyOf = (kind: keyof Stated, id: string) => `${kind} ${id.toLowerCase()}`

  const look = async ([key, [kind, id]]: readonly [string, readonly [keyof Stated, string]]) => {
    const details = await find(kind, id)
    known.set(key, { exists: details !== undefined, details: details ?? {} })
  }

  return {
    of: (kind: keyof Stated, id: string) => known.get(keyOf(kind, id)),

    async load(rows: readonly MemberRow[]) {
      const wanted = new Map<string, readonly [keyof Stated, string]>()
      for (const { record } of rows) {
        if (record?.groupDetails) wanted.set(keyOf('group', record.guid), ['group', record.guid])
        if (record?.userDetails) wanted.set(keyOf('user', record.uid), ['user', record.uid])
      }
      const unknown = [...wanted].filter(([key]) => !known.has(key))
      // The first alone: with a wrong key it is the last.
      const [first] = known.size === 0 ? unknown.splice(0, 1) : []
      if (first) await look(first)
      for (let at = 0; at < unknown.length; at += LOOKUPS_AT_ONCE) {
        await Promise.all(unknown.slice(at, at + LOOKUPS_AT_ONCE).map(look))
      }
    },
  }
}

/** The details of a row that are sent, and those it states otherwise than they are known. */
function detailsToSend<Part extends object>(
  known: Known | undefined,
  details: Part | null | undefined,
  stated: readonly string[],
  update: boolean,
) {
  if (!details || !known) return { details, differing: [] }
  const given = new Map<string, unknown>(Object.entries(details))
  const differing = stated.filter((field) => {
    const isCompared = known.exists || field in known.details
    if (!isCompared || !given.has(field) || UNSHOWN.includes(field)) return false
    return !isSame(given.get(field), known.details[field])
  })
  const updated = { ...details, ...unstated(known.details, stated) }
  if (known.exists) return { details: update && differing.length > 0 ? updated : null, differing }
  const described = update ? updated : { ...details, ...known.details }
  known.details = { ...described }
  return { details: described, differing }
}

/** Details that the platform does not show, and the id itself. */
const UNSHOWN: readonly string[] = ['password', 'guid', 'uid']

/** The name and type, which all details have: what the file leaves out stays. */
function unstated(stored: Details, stated: readonly string[]) {
  const needed = ['name', 'type'].filter((field) => field in stored && !stated.includes(field))
  return Object.fromEntries(needed.map((field) => [field, stored[field]]))
}

/** Instants may be texts of digits, and what is not set may be null. */
function isSame(given: unknown, stored: unknown) {
  const text = (value: unknown) => JSON.stringify(typeof value === 'number' ? `${value}` : value)
  return text(given ?? null) === text(stored ?? null)
}
