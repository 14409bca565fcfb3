import { effect, signal } from '@preact/signals'
import { createClient } from '../../../client/client.ts'
import { importRows, invalidRows, type RowProblem } from '../../../client/members/import-rows.ts'
import { parseColumns } from '../../../client/members/member-columns.ts'
import { type ReadMembers, readMembers } from '../../../client/members/read-members.ts'
import { checkSize } from '../../../core/rows/decode-text.ts'
import { apiKey } from '../api-key.ts'

/** A checked file, and how far its import is. */
export interface FileImport extends ReadMembers {
  step: 'checked' | 'importing' | 'stopping' | 'ended'
  name: string
  /** The number of valid records. */
  valid: number
  invalid: readonly RowProblem[]
  imported: number
  failed: readonly RowProblem[]
  /** Why the client is waiting before it retries. */
  note?: string | undefined
  /** Why it ended before its time. */
  error?: unknown
}

type ImportState =
  | { step: 'choosing'; issue?: string }
  | { step: 'checking'; name: string }
  | FileImport

/**
 * The import of members. A file is first read and checked as a whole, then sent. The import continues
 * while another page is shown.
 */
export const memberImport = signal<ImportState>({ step: 'choosing' })

/** The columns of other names, as typed. */
export const columnNames = signal('')

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
  memberImport.value = { step: 'checking', name }
  try {
    const columns = parseColumns(columnNames.value)
    const options = { now: new Date(), columns, signal: stop }
    const members = await readMembers({ name, bytes: () => bytesOf(file) }, options)
    if (stop.aborted) return
    const invalid = invalidRows(members.rows)
    const valid = members.rows.length - invalid.length
    const read = { ...members, name, valid, invalid }
    memberImport.value = { step: 'checked', ...read, imported: 0, failed: [] }
  } catch (error) {
    if (stop.aborted) return
    const issue = error instanceof Error ? error.message : 'The file cannot be read.'
    memberImport.value = { step: 'choosing', issue }
  }
}

export async function startImport(read: FileImport): Promise<void> {
  const { signal: stop } = restart()
  let state: FileImport = { ...read, step: 'importing', imported: 0, failed: [], error: undefined }
  const show = (change: Partial<FileImport>) => {
    state = { ...state, ...(stop.aborted && { step: 'stopping' }), ...change }
    if (stop.reason !== CLOSED) memberImport.value = state
  }
  show({})
  const client = createClient(location.origin, {
    apiKey: apiKey.value ?? '',
    onRetry: ({ message }, waitMs) =>
      show({ note: `${message} Trying again in ${Math.ceil(waitMs / 1000)} s.` }),
  })

  try {
    for await (const { imported, problems } of importRows(read, client, { stop })) {
      show({
        imported: state.imported + imported,
        failed: [...state.failed, ...problems],
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

function restart() {
  current.abort(CLOSED)
  current = new AbortController()
  return current
}

async function bytesOf(file: File): Promise<Uint8Array> {
  checkSize(file.size)
  const bytes = await file.arrayBuffer().catch((cause: unknown) => {
    const reason = 'can no longer be read: choose it again if it was changed or moved'
    throw new Error(reason, { cause })
  })
  return new Uint8Array(bytes)
}
