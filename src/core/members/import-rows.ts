import type { MemberRecord } from './member-record.ts'
import type { MemberRow, ReadMembers } from './read-members.ts'

/** A row of a file that was not imported, and why. */
export interface RowProblem {
  row: MemberRow
  problem: string
  /** The code of the failure; `invalid-record` of a row that was not sent. */
  code: string
}

/** Where members are imported to. */
interface MemberImporter {
  /** Which of these groups exist. */
  existingGroups(guids: readonly string[]): Promise<readonly string[]>
  /** Yields what became of each record, batch by batch. */
  importMembers(records: Iterable<MemberRecord>): AsyncIterable<Outcome[]>
}

type Outcome =
  | { record: MemberRecord; success: true }
  | { record: MemberRecord; success: false; error: { code: string; message: string } }

/** The rows that are not worth sending. */
export function invalidRows(rows: readonly MemberRow[]): RowProblem[] {
  return rows.flatMap((row) =>
    row.issue === undefined ? [] : [{ row, problem: row.issue, code: 'invalid-record' }],
  )
}

/** Imports the valid rows of a file, and yields what became of each batch. */
export async function* importRows(
  { rows, namedGroups }: Pick<ReadMembers, 'rows' | 'namedGroups'>,
  importer: MemberImporter,
): AsyncGenerator<{ imported: number; problems: RowProblem[] }> {
  const existing = new Set(await importer.existingGroups([...namedGroups]))
  const sent = new Map(
    rows.flatMap((row) => {
      if (!row.record) return []
      const { groupDetails, ...rest } = row.record
      return [[existing.has(rest.guid) ? rest : row.record, row] as const]
    }),
  )
  for await (const outcomes of importer.importMembers(sent.keys())) {
    const problems = outcomes.flatMap((outcome): RowProblem[] => {
      const row = sent.get(outcome.record)
      if (outcome.success || !row) return []
      return [{ row, problem: outcome.error.message, code: outcome.error.code }]
    })
    yield { imported: outcomes.length - problems.length, problems }
  }
}
