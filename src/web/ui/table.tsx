import type { ComponentChildren } from 'preact'
import { cx } from './cx.ts'

export interface Column<Row> {
  name: string
  /** In its head. By default its name. */
  head?: ComponentChildren
  cell: (row: Row) => ComponentChildren
  /** Of its head and cells. */
  class?: string
}

interface TableProps<Row> {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row, at: number) => string
}

/** A table that scrolls sideways in its own region if it is too wide, by keyboard too. */
export function Table<Row>({ label, columns, rows, keyOf }: TableProps<Row>) {
  return (
    <section
      aria-label={`${label}, scrolls sideways`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard
      tabIndex={0}
      class="overflow-x-auto card"
    >
      <table aria-label={label} class="w-full border-collapse text-left text-sm">
        <thead class="border-b border-line text-muted">
          <tr>
            {columns.map((column) => (
              <th key={column.name} scope="col" class={cx('px-4 py-2.5 font-medium', column.class)}>
                {column.head ?? column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody class="divide-y divide-line">
          {rows.map((row, at) => (
            <tr key={keyOf(row, at)} class="group hover:bg-sunken">
              {columns.map((column) => (
                <td key={column.name} class={cx('px-4 py-3 align-middle', column.class)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
