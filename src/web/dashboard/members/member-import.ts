import { effect, signal } from '@preact/signals'
import {
  createPlatformClient,
  type ImportOutcome,
  type MemberRecord,
} from '../../../client/client.ts'
import { checkedRows } from '../../../client/members/checked-rows.ts'
import { checkSize, decodeText } from '../../../core/rows/decode-text.ts'
import { apiKey } from '../api-key.ts'

/** The code of a row that is known to be wrong before anything is sent. */
export const INVALID = 'invalid-record'

export interface FailedRow {
  row: number
  memberId: string
  code: string
  message: string
}

/** A checked file, and how far its import is. */
export interface FileImport {
  step: 'checked' | 'importing' | 'stopping' | 'ended'
  file: File
  /** The number of valid records. */
  valid: number
  invalid: readonly FailedRow[]
  imported: number
  failed: readonly FailedRow[]
  /** Why the client is waiting before it retries. */
  note?: string | undefined
  /** Why it ended before its time. */
  error?: unknown
}

type ImportState =
  | { step: 'choosing'; issue?: string }
  | { step: 'checking'; name: string; rows: number }
  | FileImport

/** How often the progress of a check is shown. */
const ROWS_PER_UPDATE = 500

/**
 * The import of members. A file is first read and checked as a whole, then read again and sent. The
 * import continues while another page is shown.
 */
export const memberImport = signal<ImportState>({ step: 'choosing' })

/** Its signal stops what is running; with the reason `CLOSED`, further updates are ignored. */
let current = new AbortController()
const CLOSED = 'closed'

effect(() => {
  if (apiKey.value === undefined) startOver()
})

export function startOver(): void {
  restart()
  memberImport.value = { step: 'choosing' }
}

export async function checkFile(file: File): Promise<void> {
  const { signal: stop } = restart()
  const { name } = file
  const invalid: FailedRow[] = []
  let rows = 0
  memberImport.value = { step: 'checking', name, rows }
  try {
    for await (const { row, memberId, record, issue } of rowsOf(file)) {
      if (stop.aborted) return
      if (!record) invalid.push({ row, memberId, code: INVALID, message: issue })
      rows += 1
      if (rows % ROWS_PER_UPDATE === 0) memberImport.value = { step: 'checking', name, rows }
    }
    if (rows === 0) throw new Error(`${name}: has no records`)
    const valid = rows - invalid.length
    memberImport.value = { step: 'checked', file, valid, invalid, imported: 0, failed: [] }
  } catch (error) {
    if (stop.aborted) return
    const issue = error instanceof Error ? error.message : 'The file cannot be read.'
    memberImport.value = { step: 'choosing', issue }
  }
}

export async function startImport({ file, valid, invalid }: FileImport): Promise<void> {
  const { signal: stop } = restart()
  let state: FileImport = { step: 'importing', file, valid, invalid, imported: 0, failed: [] }
  const show = (change: Partial<FileImport>) => {
    state = { ...state, ...(stop.aborted && { step: 'stopping' }), ...change }
    if (stop.reason !== CLOSED) memberImport.value = state
  }
  show({})
  const client = createPlatformClient({
    baseUrl: location.origin,
    apiKey: apiKey.value ?? '',
    onRetry: ({ message }, waitMs) =>
      show({ note: `${message} Trying again in ${Math.ceil(waitMs / 1000)} s.` }),
  })

  const rows = new Map<MemberRecord, number>()
  try {
    for await (const outcomes of client.importMembers(validRecords(file, rows), { stop })) {
      const failed = outcomes.flatMap((outcome) => failedRow(outcome, rows))
      show({
        imported: state.imported + outcomes.length - failed.length,
        failed: [...state.failed, ...failed],
        note: undefined,
      })
    }
    show({ step: 'ended' })
  } catch (error) {
    show({ step: 'ended', error })
  }
}

/** Stops after the current request. */
export function stopImport(): void {
  current.abort()
  const { value } = memberImport
  if (value.step === 'importing') memberImport.value = { ...value, step: 'stopping' }
}

async function* validRecords(file: File, rows: Map<MemberRecord, number>) {
  for await (const { row, record } of rowsOf(file)) {
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

function restart() {
  current.abort(CLOSED)
  current = new AbortController()
  return current
}

function rowsOf(file: File) {
  return checkedRows({ name: file.name, text: () => textOf(file) }, new Date())
}

async function textOf(file: File): Promise<string> {
  checkSize(file.size)
  const bytes = await file.arrayBuffer().catch((cause: unknown) => {
    const reason = 'can no longer be read: choose it again if it was changed or moved'
    throw new Error(reason, { cause })
  })
  return decodeText(new Uint8Array(bytes))
}
