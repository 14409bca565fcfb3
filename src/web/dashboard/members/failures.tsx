import { Download } from 'lucide'
import { csvText } from '../../../core/rows/csv-writer.ts'
import { saveFile } from '../../browser/save-file.ts'
import { pluralize } from '../../product/format.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

import type { FailedRow } from './member-import.ts'

/** The download has all of them. */
const MAX_SHOWN = 100

interface FailuresProps {
  title: string
  failures: readonly FailedRow[]
}

/** A table of the rows that failed, with a download. */
export function Failures({ title, failures }: FailuresProps) {
  if (failures.length === 0) return null
  return (
    <div class="mt-5">
      <div class="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h3 class="text-sm font-semibold">{title}</h3>
        <Button onClick={() => saveFile('failures.csv', csvOf(failures))}>
          <Icon node={Download} />
          Download failures
        </Button>
      </div>
      <section
        aria-label="Failures"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard
        tabIndex={0}
        class="max-h-96 overflow-auto rounded-md border border-line"
      >
        <table aria-label="Failures" class="w-full text-left text-sm">
          <thead class="sticky top-0 bg-sunken text-[13px] text-muted">
            <tr>
              <th scope="col" class="px-3 py-2 text-right font-medium">
                Row
              </th>
              <th scope="col" class="px-3 py-2 font-medium">
                Member
              </th>
              <th scope="col" class="px-3 py-2 font-medium">
                Problem
              </th>
            </tr>
          </thead>
          <tbody>
            {failures.slice(0, MAX_SHOWN).map(({ row, memberId, code, message }) => (
              <tr key={`${row} ${memberId}`} class="border-t border-line align-top">
                <td class="px-3 py-2 text-right text-muted tabular-nums">{row}</td>
                <td class="max-w-56 px-3 py-2 font-mono text-[13px] wrap-anywhere">
                  {memberId || '–'}
                </td>
                <td class="min-w-48 px-3 py-2 wrap-anywhere">
                  {message}
                  {code !== 'invalid-record' && (
                    <span class="block font-mono text-xs text-muted">{code}</span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {failures.length > MAX_SHOWN && (
        <p class="mt-2 text-[13px] text-muted">
          And {pluralize(failures.length - MAX_SHOWN, 'more row')} in the download.
        </p>
      )}
    </div>
  )
}

const COLUMNS = ['row', 'memberId', 'code', 'message'] as const

function csvOf(failures: readonly FailedRow[]): Blob {
  return new Blob([csvText(COLUMNS, failures)], { type: 'text/csv;charset=utf-8' })
}
