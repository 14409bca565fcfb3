import type { Client } from '../client.ts'
import { ClientError } from '../client-error.ts'
import type { ImportOptions } from '../import-members.ts'
import type { MemberRow, ReadMembers } from './read-members.ts'

/** A row of a file that was not imported, and why. */
export interface RowProblem {
  row: MemberRow
  problem: string
  /** The code of the platform or the client; `invalid-record` of a row that was not sent. */
  code: string
}

/** The rows that are not worth sending. */
export function invalidRows(rows: readonly MemberRow[]): RowProblem[] {
  return rows.flatMap((row) =>
    row.issue === undefined ? [] : [{ row, problem: row.issue, code: 'invalid-record' }],
  )
}

/** Sends the valid rows of a file, and yields the outcome of each call; see `importMembers`. */
export async function* importRows(
  { rows, namedGroups }: Pick<ReadMembers, 'rows' | 'namedGroups'>,
  client: Client,
  options: ImportOptions,
): AsyncGenerator<{ imported: number; problems: RowProblem[] }> {
  const existing = new Set<string>()
  for (const guid of namedGroups) {
    if (options.stop?.aborted) return
    if (await exists(guid, client, options)) existing.add(guid)
  }
  const sent = new Map(
    rows.flatMap((row) => {
      if (!row.record) return []
      const { groupDetails, ...rest } = row.record
      return [[existing.has(rest.guid) ? rest : row.record, row] as const]
    }),
  )
  for await (const outcomes of client.importMembers(sent.keys(), options)) {
    const problems = outcomes.flatMap((outcome): RowProblem[] => {
      const row = sent.get(outcome.record)
      if (outcome.success || !row) return []
      return [{ row, problem: outcome.error.message, code: outcome.error.code }]
    })
    yield { imported: outcomes.length - problems.length, problems }
  }
}

async function exists(guid: string, { api }: Client, { signal }: ImportOptions) {
  try {
    await api.GET('/v3/groups/{guid}', { params: { path: { guid } }, signal: signal ?? null })
    return true
  } catch (error) {
    if (error instanceof ClientError && error.code === 'ERR_GUID_NOT_FOUND') return false
    throw error
  }
}
