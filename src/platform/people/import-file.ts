import { inArray } from 'drizzle-orm'
import * as z from 'zod'
import { errorMessage } from '../../core/error.ts'
import { jsonLimitIssue } from '../../core/json.ts'
import { batches } from '../../core/members/batches.ts'
import { importRows, invalidRows } from '../../core/members/import-rows.ts'
import { parseColumns } from '../../core/members/member-columns.ts'
import { problemRecord } from '../../core/members/problem-file.ts'
import { type ReadMembers, readMembers } from '../../core/members/read-members.ts'
import { decodeAnyText } from '../../core/rows/decode-text.ts'
import { groups } from '../../storage/schema.ts'
import { PlatformError } from '../platform-error.ts'
import type { Store } from '../store.ts'

/** Each 50 of them are a transaction. */
const MAX_ROWS = 1_000
/** A statement takes 100 values. */
const MAX_GUIDS = 50

export const FILE_TYPE = 'text/csv'

export const FILE_IN_WORDS =
  `A file of up to ${MAX_ROWS} rows is sent as \`${FILE_TYPE}\`: CSV, JSON or NDJSON. \`columns\` names the ` +
  'columns that stand for fields. An id that is missing is made of the e-mail or the names, and what was made ' +
  'is in `meta.notes`; the rows that were not imported are in `meta.problems`.'

export const FILE_BODY = {
  [FILE_TYPE]: {
    schema: { type: 'string' },
    example: 'Email,Name,Group\nann@harbor.example,Ann,The Harbor\n',
  },
} as const

export const FileMeta = z.object({
  notes: z.array(z.string()).describe('What was assumed to read the file.'),
  problems: z
    .array(z.object({ problem: z.string() }).loose())
    .describe(
      'The rows that were not imported, by the columns of the file, each with its problem.',
    ),
})

interface FileDeps<Outcome> extends Store {
  columns: string
  /** Imports the records of one batch, by their keys. */
  importBatch(records: Record<string, unknown>): Promise<Record<string, Outcome>>
}

/** Imports the rows of a file in batches; each succeeds or fails on its own. */
export async function importFile<
  Outcome extends { success: boolean; error?: { code: string; message: string } | undefined },
>(bytes: Uint8Array, { columns, importBatch, database, now }: FileDeps<Outcome>) {
  const read = await readFile(bytes, columns, now())
  const problems = invalidRows(read.rows)
  const data = new Map<string, Outcome>()
  const imported = importRows(read, {
    async existingGroups(guids) {
      const existing: string[] = []
      for (let at = 0; at < guids.length; at += MAX_GUIDS) {
        const some = inArray(groups.guid, guids.slice(at, at + MAX_GUIDS))
        const found = await database.select({ guid: groups.guid }).from(groups).where(some)
        existing.push(...found.map(({ guid }) => guid))
      }
      return existing
    },
    async *importMembers(records) {
      for await (const batch of batches(records)) {
        const outcomes = await importBatch(
          Object.fromEntries(batch.map((record) => [record.memberId, record])),
        )
        for (const [key, outcome] of Object.entries(outcomes)) data.set(key, outcome)
        yield batch.map((record) => {
          const error = outcomes[record.memberId]?.error
          return error ? { record, success: false, error } : { record, success: true }
        })
      }
    },
  })
  for await (const batch of imported) problems.push(...batch.problems)
  const meta = { notes: [...read.notes], problems: problems.map(problemRecord) }
  return { data: Object.fromEntries(data), meta }
}

/** JSON that is nested too deep could not be checked, nor shown among the problems. */
function assertShallow(bytes: Uint8Array) {
  const { text } = decodeAnyText(bytes)
  const issue = /^\s*[[{]/.test(text) && jsonLimitIssue(text, { maxValues: Infinity })
  if (issue) throw new Error(`body: ${issue}`)
}

async function readFile(bytes: Uint8Array, columns: string, now: Date): Promise<ReadMembers> {
  try {
    assertShallow(bytes)
    const file = { name: 'body', bytes: async () => bytes }
    const read = await readMembers(file, { now, columns: parseColumns(columns) })
    if (read.rows.length <= MAX_ROWS) return read
    throw new Error(`body: may have at most ${MAX_ROWS} rows, but has ${read.rows.length}`)
  } catch (error) {
    const message = errorMessage(error)
    const [field = 'body'] = /^\w+/.exec(message) ?? []
    throw new PlatformError('ERR_BAD_REQUEST', `${message}.`, { details: { [field]: [message] } })
  }
}
