import { Plus, X } from 'lucide'
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { INPUT } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { type HeaderRow, isIncomplete } from './agent-draft.ts'

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

  function remove(id: number) {
    onChange(rows.filter((row) => row.id !== id))
    // The focus was on a button that has been removed.
    group.current?.querySelector<HTMLElement>('[data-add]')?.focus()
  }

  const describedBy = cx(`${id}-hint`, error ? `${id}-error` : undefined)
  const hasIncomplete = rows.some(isIncomplete)
  return (
    <fieldset ref={group} aria-describedby={describedBy} class="min-w-0 space-y-2">
      <legend class="text-sm font-medium">Headers</legend>
      {rows.map((row) => (
        <HeaderInputs
          key={row.id}
          row={row}
          isInvalid={error !== undefined && (!hasIncomplete || isIncomplete(row))}
          onChange={(change) =>
            onChange(rows.map((other) => (other === row ? { ...row, ...change } : other)))
          }
          onRemove={() => remove(row.id)}
        />
      ))}
      <p id={`${id}-hint`} class="text-[13px] leading-5 text-muted">
        Optional: sent with every call, such as Authorization. Values are stored and never shown
        again.
      </p>
      {error && (
        <p id={`${id}-error`} class="text-[13px] leading-5 text-bad wrap-anywhere">
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

interface HeaderInputsProps {
  row: HeaderRow
  isInvalid: boolean
  onChange: (change: Partial<HeaderRow>) => void
  onRemove: () => void
}

function HeaderInputs({ row, isInvalid, onChange, onRemove }: HeaderInputsProps) {
  const { id, name, value, isStored } = row
  const common = {
    type: 'text',
    autoComplete: 'off',
    spellcheck: false,
    'aria-invalid': isInvalid || undefined,
  } as const
  return (
    <div data-row={id} class="flex flex-wrap items-center gap-2 sm:flex-nowrap">
      <input
        {...common}
        aria-label="Header name"
        placeholder="Authorization"
        value={name}
        readOnly={isStored}
        onInput={({ currentTarget }) => onChange({ name: currentTarget.value })}
        class={cx(INPUT, 'font-mono text-[13px] read-only:bg-sunken sm:w-2/5')}
      />
      <span class="secret min-w-0 flex-1">
        <input
          {...common}
          aria-label={name ? `Value of ${name}` : 'Header value'}
          placeholder={isStored ? 'Stored; type to replace' : 'Bearer …'}
          value={value}
          onInput={({ currentTarget }) => onChange({ value: currentTarget.value })}
          class={cx(INPUT, 'font-mono text-[13px]')}
        />
      </span>
      <IconButton label={name ? `Remove ${name}` : 'Remove header'} onClick={onRemove}>
        <Icon node={X} />
      </IconButton>
    </div>
  )
}
