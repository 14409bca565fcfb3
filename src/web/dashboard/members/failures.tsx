import { Download } from 'lucide'
import { csvText } from '../../../core/rows/csv-writer.ts'
import { saveFile } from '../../browser/save-file.ts'
import { pluralize } from '../../product/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { type FailedRow, INVALID } from './member-import.ts'

/** The download has all of them. */
const MAX_SHOWN = 100
const CSV_COLUMNS = ['row', 'memberId', 'code', 'message'] as const

/** The rows that were left out, because they are not valid, and those that failed. */
export function Failures({ failures }: { failures: readonly FailedRow[] }) {
  if (failures.length === 0) return null

  function download() {
    const type = 'text/csv;charset=utf-8'
    saveFile('failures.csv', new Blob([csvText(CSV_COLUMNS, failures)], { type }))
  }

  return (
    <div class="space-y-3">
      <Table
        label="Failures"
        columns={COLUMNS}
        rows={failures.slice(0, MAX_SHOWN)}
        keyOf={({ row, memberId }) => `${row} ${memberId}`}
      />
      <div class="flex flex-wrap items-center gap-3">
        <Button icon={Download} onClick={download}>
          Download failures
        </Button>
        {failures.length > MAX_SHOWN && (
          <p class="text-sm text-muted">
            {pluralize(failures.length - MAX_SHOWN, 'more row')} in the download.
          </p>
        )}
      </div>
    </div>
  )
}

const COLUMNS: readonly Column<FailedRow>[] = [
  { name: 'Row', class: 'text-right tabular-nums', cell: ({ row }) => row },
  {
    name: 'Member',
    class: 'max-w-56 font-mono wrap-anywhere',
    cell: ({ memberId }) => memberId || '–',
  },
  {
    name: 'Problem',
    class: 'min-w-48 wrap-anywhere',
    cell: ({ code, message }) =>
      code === INVALID ? (
        <>
          <Badge tone="warn">Not valid</Badge> {message}
        </>
      ) : (
        <>
          <Badge tone="bad">Failed</Badge> {message}
          <span class="block font-mono text-muted">{code}</span>
        </>
      ),
  },
]
