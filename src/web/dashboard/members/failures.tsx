import { Download } from 'lucide'
import { csvText } from '../../../core/rows/csv-writer.ts'
import { saveFile } from '../../browser/save-file.ts'
import { pluralize } from '../../product/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Cell, HeadCell, Table } from '../../ui/table.tsx'
import { type FailedRow, INVALID } from './member-import.ts'

/** The download has all of them. */
const MAX_SHOWN = 100
const COLUMNS = ['row', 'memberId', 'code', 'message'] as const

/** The rows that were left out, because they are not valid, and those that failed. */
export function Failures({ failures }: { failures: readonly FailedRow[] }) {
  if (failures.length === 0) return null

  function download() {
    const type = 'text/csv;charset=utf-8'
    saveFile('failures.csv', new Blob([csvText(COLUMNS, failures)], { type }))
  }

  return (
    <div class="mt-5 space-y-3">
      <Table
        label="Failures"
        head={
          <>
            <HeadCell class="text-right">Row</HeadCell>
            <HeadCell>Member</HeadCell>
            <HeadCell>Problem</HeadCell>
          </>
        }
      >
        {failures.slice(0, MAX_SHOWN).map(({ row, memberId, code, message }) => (
          <tr key={`${row} ${memberId}`}>
            <Cell class="text-right text-muted tabular-nums">{row}</Cell>
            <Cell class="max-w-56 font-mono wrap-anywhere">{memberId || '–'}</Cell>
            <Cell class="min-w-48 wrap-anywhere">
              <Badge tone={code === INVALID ? 'warn' : 'bad'}>
                {code === INVALID ? 'Not valid' : 'Failed'}
              </Badge>{' '}
              {message}
              {code !== INVALID && <span class="block font-mono text-muted">{code}</span>}
            </Cell>
          </tr>
        ))}
      </Table>
      <div class="flex flex-wrap items-center gap-3">
        <Button onClick={download}>
          <Icon node={Download} />
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
