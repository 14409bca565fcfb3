import { Download } from 'lucide'
import type { RowProblem } from '../../../core/members/import-rows.ts'
import { problemFile } from '../../../core/members/problem-file.ts'
import { saveFile } from '../../browser/storage.ts'
import { pluralize } from '../../product/format.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/notice.tsx'
import { type Column, Table } from '../../ui/table.tsx'

/** The download has all of them. */
const MAX_SHOWN = 100

/** The rows that were left out, because they are not valid, and those that failed. */
export function Failures({ failures }: { failures: readonly RowProblem[] }) {
  if (failures.length === 0) return null

  function download() {
    const { extension, text } = problemFile(failures)
    saveFile(`problems.${extension}`, new Blob([text], { type: 'text/plain;charset=utf-8' }))
  }

  return (
    <div class="space-y-3">
      <Table
        label="Failures"
        columns={FAILURE}
        rows={failures.slice(0, MAX_SHOWN)}
        keyOf={({ row: { row, memberId } }) => `${row} ${memberId}`}
      />
      <div class="flex flex-wrap items-center gap-3">
        <Button icon={Download} onClick={download}>
          Download these rows to repair them
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

const FAILURE: readonly Column<RowProblem>[] = [
  { name: 'Row', class: 'text-right tabular-nums', cell: ({ row }) => row.row },
  {
    name: 'Member',
    class: 'max-w-56 wrap-anywhere',
    cell: ({ row }) => <span class="font-mono">{row.memberId || '–'}</span>,
  },
  {
    name: 'Problem',
    class: 'min-w-48 wrap-anywhere',
    cell: ({ row, problem, code }) =>
      row.issue !== undefined ? (
        <>
          <Badge tone="warn">Not valid</Badge> {problem}
        </>
      ) : (
        <>
          <Badge tone="bad">Failed</Badge> {problem}
          <span class="block font-mono text-muted">{code}</span>
        </>
      ),
  },
]
