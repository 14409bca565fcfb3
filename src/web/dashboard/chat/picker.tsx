import { useId, useRef, useState } from 'preact/hooks'
import { cx } from '../../ui/cx.ts'
import { Field, INPUT } from '../../ui/field.tsx'

export interface PickerOption {
  id: string
  label: string
  detail: string
}

interface PickerProps {
  label: string
  placeholder: string
  options: readonly PickerOption[]
  selected: PickerOption | undefined
  onSelect: (id: string) => void
  /** Takes a name that nobody has, and says whether there is such a one now. */
  onCreate?: ((name: string) => Promise<boolean>) | undefined
  createLabel?: string
  error?: string | undefined
}

/** More than anybody reads: typing narrows it down. */
const MAX_SHOWN = 50

/** Picks one of many by typing. */
export function Picker(props: PickerProps) {
  const { label, placeholder, options, selected, onSelect, onCreate, createLabel, error } = props
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<string>()
  const [isOpen, setIsOpen] = useState(false)
  const [active, setActive] = useState(0)

  const wanted = (typed ?? '').trim().toLowerCase()
  const found = options.filter(({ id, label: name }) =>
    wanted === '' ? true : name.toLowerCase().includes(wanted) || id.includes(wanted),
  )
  const isNew =
    onCreate !== undefined &&
    wanted !== '' &&
    !options.some((option) => option.label.toLowerCase() === wanted)
  const choices = [
    ...found.slice(0, MAX_SHOWN).map((option) => ({ ...option, isNew: false })),
    ...(isNew ? [{ id: '', label: `${createLabel} “${typed?.trim()}”`, detail: '', isNew }] : []),
  ]

  function close() {
    setTyped(undefined)
    setIsOpen(false)
  }

  function choose(at: number) {
    const choice = choices[at]
    if (!choice) return
    if (choice.isNew) return void create((typed ?? '').trim())
    onSelect(choice.id)
    close()
  }

  /** A name that cannot be taken stays where it was typed. */
  async function create(name: string) {
    setIsOpen(false)
    if (await onCreate?.(name)) setTyped(undefined)
    else input.current?.focus()
  }

  function leave() {
    if (error === undefined) close()
    else setIsOpen(false)
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      setActive(isOpen ? (active + step + choices.length) % Math.max(1, choices.length) : 0)
      setIsOpen(true)
    } else if (event.key === 'Enter' && isOpen && !event.isComposing) {
      event.preventDefault()
      choose(active)
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      close()
    }
  }

  return (
    <Field label={label} error={error} class="relative min-w-0">
      {(control) => (
        <>
          <input
            {...control}
            ref={input}
            type="text"
            role="combobox"
            aria-expanded={isOpen}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={isOpen ? `${listId}-${active}` : undefined}
            autoComplete="off"
            spellcheck={false}
            placeholder={placeholder}
            value={typed ?? selected?.label ?? ''}
            onInput={({ currentTarget }) => {
              setTyped(currentTarget.value)
              setActive(0)
              setIsOpen(true)
            }}
            onFocus={({ currentTarget }) => currentTarget.select()}
            onClick={() => setIsOpen(true)}
            onBlur={leave}
            onKeyDown={onKeyDown}
            class={INPUT}
          />
          <div
            id={listId}
            role="listbox"
            aria-label={label}
            hidden={!isOpen}
            class="absolute inset-x-0 top-full z-20 mt-1 max-h-72 overflow-y-auto rounded-md border border-line bg-surface p-1 shadow-card"
          >
            {choices.map((choice, at) => (
              <div
                key={choice.id}
                id={`${listId}-${at}`}
                role="option"
                tabIndex={-1}
                aria-selected={at === active}
                // Before the field loses the focus, which closes the list.
                onMouseDown={(event) => {
                  event.preventDefault()
                  choose(at)
                }}
                class={cx(
                  'flex cursor-pointer items-baseline justify-between gap-3 rounded px-2.5 py-1.5 text-sm hover:bg-sunken',
                  at === active && 'bg-sunken',
                )}
              >
                <span class="min-w-0 wrap-anywhere">{choice.label}</span>
                <span class="shrink-0 text-xs text-muted">{choice.detail}</span>
              </div>
            ))}
            {choices.length === 0 && (
              <div
                role="option"
                tabIndex={-1}
                aria-selected={false}
                aria-disabled
                class="px-2.5 py-1.5 text-sm text-muted"
              >
                Nothing found
              </div>
            )}
          </div>
        </>
      )}
    </Field>
  )
}
