import type { TargetedKeyboardEvent } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { cx } from './cx.ts'
import { INPUT } from './field.tsx'

export interface ComboboxOption {
  value: string
  name: string
  detail?: string | undefined
}

interface ComboboxProps {
  label: string
  selected: ComboboxOption
  /** The options that match a text, best first; all of them for an empty one. */
  find: (text: string) => readonly ComboboxOption[]
  onChange: (value: string) => void
}

/** A field that is one of many options, found by typing. */
export function Combobox({ label, selected, find, onChange }: ComboboxProps) {
  const id = useId()
  /** While undefined, the field shows the selected option and the list is closed. */
  const [typed, setTyped] = useState<string>()
  const [active, setActive] = useState(0)
  const isOpen = typed !== undefined
  const options = isOpen ? find(typed) : []

  function type(text: string) {
    setTyped(text)
    setActive(0)
  }

  function pick(option: ComboboxOption | undefined) {
    setTyped(undefined)
    if (option && option.value !== selected.value) onChange(option.value)
  }

  function onKeyDown(event: TargetedKeyboardEvent<HTMLInputElement>) {
    const move = KEY_MOVES[event.key]
    if (event.key === 'Escape' && isOpen) setTyped(undefined)
    else if (event.key === 'Enter' && isOpen) pick(options[active])
    else if (move && !isOpen) type('')
    else if (move && options.length > 0)
      setActive(Math.min(Math.max(active + move, 0), options.length - 1))
    else return
    event.preventDefault()
    event.stopPropagation() // an Escape closes the list, not what is around it
  }

  return (
    <div class="space-y-1">
      <label for={id} class="block text-sm font-medium">
        {label}
      </label>
      <input
        id={id}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={options[active] ? `${id}-${active}` : undefined}
        autoComplete="off"
        spellcheck={false}
        value={typed ?? selected.name}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onClick={() => isOpen || type('')}
        onInput={({ currentTarget }) => type(currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={() => setTyped(undefined)}
        class={cx(INPUT, 'truncate')}
      />
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        hidden={options.length === 0}
        // Scrolling or picking with a pointer must not take the focus from the field.
        onMouseDown={(event) => event.preventDefault()}
        class="max-h-56 overflow-y-auto overscroll-contain rounded-md border border-line p-1"
      >
        {options.map((option, index) => (
          <Option
            key={option.value}
            id={`${id}-${index}`}
            option={option}
            isActive={index === active}
            isSelected={option.value === selected.value}
            onPick={() => pick(option)}
          />
        ))}
      </div>
      {isOpen && options.length === 0 && <p class="text-sm text-muted">Nothing matches.</p>}
    </div>
  )
}

interface OptionProps {
  id: string
  option: ComboboxOption
  isActive: boolean
  isSelected: boolean
  onPick: () => void
}

function Option({ id, option, isActive, isSelected, onPick }: OptionProps) {
  const item = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) item.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and handles the keys
    <div
      ref={item}
      id={id}
      role="option"
      aria-selected={isSelected}
      tabIndex={-1}
      onClick={onPick}
      class={cx(
        'flex min-h-8 cursor-pointer items-center justify-between gap-3 rounded-md px-2 text-sm hover:bg-sunken',
        isActive && 'bg-sunken',
        isSelected && 'font-semibold text-accent',
      )}
    >
      <span class="min-w-0 wrap-anywhere">{option.name}</span>
      {option.detail && <span class="shrink-0 text-muted tabular-nums">{option.detail}</span>}
    </div>
  )
}

const KEY_MOVES: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 6, PageUp: -6 }
