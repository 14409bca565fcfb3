import { effect, signal } from '@preact/signals'
import { createClient } from '../../../client/client.ts'
import { importFile } from '../../../client/import-file.ts'
import { invalidRows, type RowProblem } from '../../../core/members/import-rows.ts'
import { type ReadMembers, readMembers } from '../../../core/members/read-members.ts'
import { checkSize, decodeAnyText } from '../../../core/rows/decode-text.ts'
import { apiKey } from '../platform.ts'
import {
  type ColumnFields,
  type FileHead,
  guessFields,
  memberColumns,
  readHead,
} from './file-columns.ts'

/** A file that was chosen, and what its columns are. */
interface ChosenFile {
  name: string
  bytes: Uint8Array
  /** Undefined for JSON, which has no columns. */
  head: FileHead | undefined
  fields: ColumnFields
}

/** A file with a verdict on each of its rows; undefined while they are read. */
export interface CheckedFile extends ChosenFile {
  members?: ReadMembers
  invalid: readonly RowProblem[]
  /** Why it cannot be read as it is. */
  issue?: string
}

/** How far an import is. */
export interface Sending {
  file: CheckedFile
  /** The number of valid records. */
  valid: number
  imported: number
  failed: readonly RowProblem[]
  /** Details of the file that differ from those of existing groups and users. */
  differences: readonly string[]
  isUpdate: boolean
  phase: 'running' | 'stopping' | 'ended'
  /** Why the client is waiting before it retries. */
  note?: string | undefined
  /** Why it ended before its time. */
  error?: unknown
}

type ImportState =
  | { step: 'choosing'; issue?: string }
  | { step: 'checking'; file: CheckedFile }
  | { step: 'sending'; sending: Sending }

/**
 * The import of members, in three states. A file is first read and checked as a whole, then sent. The
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

export async function chooseFile(file: File): Promise<void> {
  const { signal: stop } = restart()
  const { name } = file
  try {
    checkSize(file.size)
    const bytes = new Uint8Array(await file.arrayBuffer())
    const head = readHead(decodeAnyText(bytes).text)
    const fields = guessFields(head?.header ?? [])
    if (!stop.aborted) await checkFile({ name, bytes, head, fields })
  } catch (error) {
    if (stop.aborted) return
    const issue = error instanceof Error ? error.message : 'can no longer be read'
    memberImport.value = { step: 'choosing', issue: `${name}: ${issue}.` }
  }
}

/** Reads all rows, as the columns are chosen. */
export async function checkFile(chosen: ChosenFile): Promise<void> {
  const { signal: stop } = restart()
  const { name, bytes, head, fields } = chosen
  const show = (read: Partial<CheckedFile>) => {
    if (stop.aborted) return
    const file = { name, bytes, head, fields, invalid: [], ...read }
    memberImport.value = { step: 'checking', file }
  }
  show({})
  try {
    const columns = memberColumns(head?.header ?? [], fields)
    const source = { name, bytes: async () => bytes }
    const members = await readMembers(source, {
      now: new Date(),
      columns,
      isChosen: head !== undefined,
      signal: stop,
    })
    show({ members, invalid: invalidRows(members.rows) })
  } catch (error) {
    show({ issue: error instanceof Error ? error.message : 'The file cannot be read.' })
  }
}

export async function startImport(file: CheckedFile, update = false): Promise<void> {
  const { members, invalid } = file
  if (!members) return
  const { signal: stop } = restart()
  const valid = members.rows.length - invalid.length
  let sending: Sending = {
    file,
    valid,
    imported: 0,
    failed: [],
    differences: [],
    isUpdate: update,
    phase: 'running',
  }
  const show = (change: Partial<Sending>) => {
    sending = { ...sending, ...(stop.aborted && { phase: 'stopping' }), ...change }
    if (stop.reason !== CLOSED) memberImport.value = { step: 'sending', sending }
  }
  show({})
  const client = createClient(location.origin, {
    apiKey: apiKey.value ?? '',
    onRetry: ({ message }, waitMs) =>
      show({ note: `${message} Trying again in ${Math.ceil(waitMs / 1000)} s.` }),
  })

  try {
    for await (const batch of importFile(members, client, { stop, update })) {
      const { imported, problems, differences } = batch
      show({
        imported: sending.imported + imported,
        failed: [...sending.failed, ...problems],
        differences: [...new Set([...sending.differences, ...differences])],
        note: undefined,
      })
    }
    show({ phase: 'ended' })
  } catch (error) {
    show({ phase: 'ended', error })
  }
}

/** Stops after the current request. */
export function stopImport(): void {
  current.abort()
  const { value } = memberImport
  if (value.step !== 'sending' || value.sending.phase !== 'running') return
  memberImport.value = { step: 'sending', sending: { ...value.sending, phase: 'stopping' } }
}

function restart() {
  current.abort(CLOSED)
  current = new AbortController()
  return current
}
