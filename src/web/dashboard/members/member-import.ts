import { effect, signal } from '@preact/signals'
import {
  createPlatformClient,
  type ImportOutcome,
  type MemberRecord,
} from '../../../client/client.ts'
import { checkedRows } from '../../../client/members/checked-rows.ts'
import { apiKey } from '../api-key.ts'
import { uploadedFile } from './uploaded-file.ts'

/** The code of a row that is known to be wrong before anything is sent. */
export const INVALID = 'invalid-record'

export interface FailedRow {
  row: number
  memberId: string
  code: string
  message: string
}

interface Checked {
  file: File
  /** The number of valid records. */
  valid: number
  invalid: FailedRow[]
}

export type ImportState =
  | { step: 'choosing'; issue?: string }
  | { step: 'checking'; name: string; rows: number }
  | ({ step: 'checked' } & Checked)
  | ({ step: 'importing' | 'stopping' } & Running)
  | ({ step: 'ended'; error: unknown } & Running)

interface Running extends Checked {
  imported: number
  failed: FailedRow[]
  /** Why the client is waiting before it retries. */
  note: string | undefined
}

/** How often the progress of a check is shown. */
const ROWS_PER_UPDATE = 500

/**
 * The import of members. A file is first read and checked as a whole, then read again and sent. The
 * import continues while another page is shown.
 */
export const memberImport = signal<ImportState>({ step: 'choosing' })

let current = new AbortController()

effect(() => {
  if (apiKey.value === undefined) startOver()
})

export function startOver(): void {
  restart()
  memberImport.value = { step: 'choosing' }
}

export async function checkFile(file: File): Promise<void> {
  const { signal: stop } = restart()
  const invalid: FailedRow[] = []
  let valid = 0
  memberImport.value = { step: 'checking', name: file.name, rows: 0 }
  try {
    for await (const { row, memberId, record, issue } of checkedRows(
      uploadedFile(file),
      new Date(),
    )) {
      if (stop.aborted) return
      if (record) valid += 1
      else invalid.push({ row, memberId, code: INVALID, message: issue })
      const rows = valid + invalid.length
      if (rows % ROWS_PER_UPDATE === 0)
        memberImport.value = { step: 'checking', name: file.name, rows }
    }
    memberImport.value =
      valid + invalid.length > 0
        ? { step: 'checked', file, valid, invalid }
        : { step: 'choosing', issue: `${file.name}: has no records` }
  } catch (error) {
    if (stop.aborted) return
    memberImport.value = { step: 'choosing', issue: issueOf(error) }
  }
}

export async function startImport({ file, valid, invalid }: Checked): Promise<void> {
  const { signal: stop } = restart()
  let state: Running = { file, valid, invalid, imported: 0, failed: [], note: undefined }
  const show = (change: Partial<Running>) => {
    state = { ...state, ...change }
    if (stop.reason === CLOSED) return
    memberImport.value = { step: stop.aborted ? 'stopping' : 'importing', ...state }
  }
  show({})
  const rows = new Map<MemberRecord, number>()
  const client = createPlatformClient({
    baseUrl: location.origin,
    apiKey: apiKey.value ?? '',
    onRetry: ({ message }, waitMs) =>
      show({ note: `${message} Trying again in ${Math.ceil(waitMs / 1000)} s.` }),
  })

  let error: unknown
  try {
    const records = validRecords(file, rows)
    for await (const outcomes of client.importMembers(records, { stop })) {
      const failed = outcomes.flatMap((outcome) => failedRow(outcome, rows))
      show({
        imported: state.imported + outcomes.length - failed.length,
        failed: [...state.failed, ...failed],
        note: undefined,
      })
    }
  } catch (thrown) {
    error = thrown
  }
  if (stop.reason !== CLOSED) memberImport.value = { step: 'ended', error, ...state }
}

/** Stops after the current request. */
export function stopImport(): void {
  current.abort()
  const { value } = memberImport
  if (value.step === 'importing') memberImport.value = { ...value, step: 'stopping' }
}

async function* validRecords(file: File, rows: Map<MemberRecord, number>) {
  for await (const { row, record } of checkedRows(uploadedFile(file), new Date())) {
    if (!record) continue
    rows.set(record, row)
    yield record
  }
}

function failedRow(outcome: ImportOutcome, rows: Map<MemberRecord, number>): FailedRow[] {
  const { record } = outcome
  const row = rows.get(record) ?? 0
  rows.delete(record)
  if (outcome.success) return []
  const { code, message } = outcome.error
  return [{ row, memberId: record.memberId, code, message }]
}

const CLOSED = 'closed'

/** Abandons what is running, whose updates are then ignored. */
function restart() {
  current.abort(CLOSED)
  current = new AbortController()
  return current
}

function issueOf(error: unknown) {
  return error instanceof Error ? error.message : 'The file cannot be read.'
}
