import { Plus, X } from 'lucide'
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { INPUT } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import type { HeaderRow } from './agent-values.ts'

interface HeadersFieldProps {
  rows: readonly HeaderRow[]
  error: string | undefined
  onChange: (rows: HeaderRow[]) => void
}

/** Headers for every call of the agent. Their values are secrets, which the service never returns. */
export function HeadersField({ rows, error, onChange }: HeadersFieldProps) {
  const id = useId()
  const group = useRef<HTMLFieldSetElement>(null)
  const [added, setAdded] = useState<number>()
  useLayoutEffect(() => {
    if (added === undefined) return
    group.current?.querySelector<HTMLElement>(`[data-row="${added}"] input`)?.focus()
  }, [added])

  function add() {
    const next = Math.max(-1, ...rows.map((row) => row.id)) + 1
    onChange([...rows, { id: next, name: '', value: '', isStored: false }])
    setAdded(next)
  }

  function remove(row: HeaderRow) {
    onChange(rows.filter((other) => other !== row))
    // The focus was on a button that has been removed.
    group.current?.querySelector<HTMLElement>('[data-add]')?.focus()
  }

  function change(row: HeaderRow, changed: Partial<HeaderRow>) {
    onChange(rows.map((other) => (other === row ? { ...row, ...changed } : other)))
  }

  return (
    <fieldset
      ref={group}
      aria-describedby={cx(`${id}-hint`, error && `${id}-error`)}
      class="min-w-0 space-y-2"
    >
      <legend class="text-sm font-medium">Headers</legend>
      {rows.map((row) => (
        <div
          key={row.id}
          data-row={row.id}
          class="flex flex-wrap items-center gap-2 sm:flex-nowrap"
        >
          <input
            {...ATTRIBUTES}
            aria-label="Header name"
            aria-invalid={error !== undefined || undefined}
            placeholder="Authorization"
            value={row.name}
            readOnly={row.isStored}
            onInput={({ currentTarget }) => change(row, { name: currentTarget.value })}
            class={cx(INPUT, 'font-mono read-only:bg-sunken sm:w-2/5')}
          />
          <span class="secret min-w-0 flex-1">
            <input
              {...ATTRIBUTES}
              required={!row.isStored}
              aria-label={row.name ? `Value of ${row.name}` : 'Header value'}
              aria-invalid={error !== undefined || undefined}
              placeholder={row.isStored ? 'Stored; type to replace' : 'Bearer …'}
              value={row.value}
              onInput={({ currentTarget }) => change(row, { value: currentTarget.value })}
              class={cx(INPUT, 'font-mono')}
            />
          </span>
          <IconButton
            label={row.name ? `Remove ${row.name}` : 'Remove header'}
            onClick={() => remove(row)}
          >
            <Icon node={X} />
          </IconButton>
        </div>
      ))}
      <p id={`${id}-hint`} class="text-sm text-muted">
        Optional: sent with every call, such as Authorization. Values are stored and never shown
        again.
      </p>
      {error && (
        <p id={`${id}-error`} class="text-sm text-bad wrap-anywhere">
          {error}
        </p>
      )}
      <Button data-add onClick={add}>
        <Icon node={Plus} />
        Add a header
      </Button>
    </fieldset>
  )
}

const ATTRIBUTES = {
  type: 'text',
  name: 'integrationMeta.headers',
  required: true,
  'data-issue': 'Each header needs a name and a value.',
  autoComplete: 'off',
  spellcheck: false,
} as const
