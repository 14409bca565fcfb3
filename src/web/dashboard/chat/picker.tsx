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
  /** Creates an option from a new name. Resolves with whether that succeeded. */
  onCreate?: ((name: string) => Promise<boolean>) | undefined
  createLabel?: string
  error?: string | undefined
}

/** Typing filters the rest. */
const MAX_SHOWN = 50

/** A combobox that filters its options by what is typed. */
export function Picker(props: PickerProps) {
  const { label, placeholder, options, selected, onSelect, onCreate, createLabel, error } = props
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<string>()
  const [isOpen, setIsOpen] = useState(false)
  const [active, setActive] = useState(0)
  const choices = choicesFor(options, typed ?? '', onCreate && createLabel)

  function close() {
    setTyped(undefined)
    setIsOpen(false)
  }

  function type(text: string) {
    setTyped(text)
    setActive(0)
    setIsOpen(true)
  }

  function choose(at: number) {
    const choice = choices[at]
    if (!choice) return
    if (choice.isNew) return void create((typed ?? '').trim())
    onSelect(choice.id)
    close()
  }

  /** A name that is rejected stays in the field. */
  async function create(name: string) {
    setIsOpen(false)
    if (await onCreate?.(name)) setTyped(undefined)
    else input.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const isEnter = event.key === 'Enter' && !event.isComposing
    if (step) {
      setActive(isOpen ? (active + step + choices.length) % Math.max(1, choices.length) : 0)
      setIsOpen(true)
    } else if (isOpen && isEnter) choose(active)
    else if (isOpen && event.key === 'Escape') close()
    else return
    event.preventDefault()
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
            aria-activedescendant={isOpen ? optionId(listId, active) : undefined}
            autoComplete="off"
            spellcheck={false}
            placeholder={placeholder}
            value={typed ?? selected?.label ?? ''}
            onInput={({ currentTarget }) => type(currentTarget.value)}
            onFocus={({ currentTarget }) => currentTarget.select()}
            onClick={() => setIsOpen(true)}
            onBlur={() => (error === undefined ? close() : setIsOpen(false))}
            onKeyDown={onKeyDown}
            class={INPUT}
          />
          <ChoiceList
            id={listId}
            label={label}
            isOpen={isOpen}
            choices={choices}
            active={active}
            onChoose={choose}
          />
        </>
      )}
    </Field>
  )
}

interface Choice extends PickerOption {
  isNew: boolean
}

interface ChoiceListProps {
  id: string
  label: string
  isOpen: boolean
  choices: readonly Choice[]
  active: number
  onChoose: (at: number) => void
}

function ChoiceList({ id, label, isOpen, choices, active, onChoose }: ChoiceListProps) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label={label}
      hidden={!isOpen}
      class="absolute inset-x-0 top-full z-20 mt-1 max-h-72 overflow-y-auto rounded-md border border-line bg-surface p-1 shadow-card"
    >
      {choices.map((choice, at) => (
        <div
          key={choice.id}
          id={optionId(id, at)}
          role="option"
          tabIndex={-1}
          aria-selected={at === active}
          // Not `onClick`: the field would lose the focus first, which closes the list.
          onMouseDown={(event) => {
            event.preventDefault()
            onChoose(at)
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
  )
}

function optionId(listId: string, at: number) {
  return `${listId}-${at}`
}

/** The matching options; with a `createLabel` also one for a name that none of them has. */
function choicesFor(
  options: readonly PickerOption[],
  typed: string,
  createLabel: string | undefined,
): Choice[] {
  const text = typed.trim()
  const query = text.toLowerCase()
  const found = options.filter(
    ({ id, label }) => label.toLowerCase().includes(query) || id.includes(query),
  )
  const choices = found.slice(0, MAX_SHOWN).map((option) => ({ ...option, isNew: false }))
  const isKnown = options.some(({ label }) => label.toLowerCase() === query)
  if (createLabel === undefined || query === '' || isKnown) return choices
  return [...choices, { id: '', label: `${createLabel} “${text}”`, detail: '', isNew: true }]
}
