import { ChevronsUpDown } from 'lucide'
import type { TargetedKeyboardEvent } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { isTimezone, LOCAL_TIMEZONE } from '../product/format.ts'
import { cx } from '../ui/cx.ts'
import { INPUT } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'

interface TimezonePickerProps {
  value: string
  onChange: (timezone: string) => void
}

/** A combobox of all IANA time zones, filtered by what is typed. */
export function TimezonePicker({ value, onChange }: TimezonePickerProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  /** While undefined, the field shows the current zone. */
  const [typed, setTyped] = useState<string>()
  const [active, setActive] = useState<string>()
  const [isOpen, setIsOpen] = useState(false)
  const matches = isOpen ? findZones(typed ?? '', value) : []

  function open() {
    setIsOpen(true)
    setActive(value)
  }

  function close() {
    setIsOpen(false)
    setTyped(undefined)
  }

  function pick(timezone: string) {
    close()
    if (timezone !== value) onChange(timezone)
  }

  function type(text: string) {
    setIsOpen(true)
    setTyped(text)
    setActive(findZones(text, value)[0])
  }

  function leave() {
    // A zone whose full name was typed counts as picked.
    const whole = findZones(typed ?? '', value).find((zone) => isSame(zone, typed ?? ''))
    if (whole) pick(whole)
    else close()
  }

  function onKeyDown(event: TargetedKeyboardEvent<HTMLInputElement>) {
    const move = KEY_MOVES[event.key]
    if (event.key === 'Escape' && isOpen) close()
    else if (event.key === 'Enter' && isOpen && active !== undefined) pick(active)
    else if (move && !isOpen) open()
    else if (move) setActive(matches.at(move(matches.indexOf(active ?? ''), matches.length)))
    else return
    event.preventDefault()
  }

  return (
    <div class="relative w-full sm:w-60">
      <input
        ref={input}
        role="combobox"
        aria-label="Time zone"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && active ? `${id}-${active}` : undefined}
        autoComplete="off"
        spellcheck={false}
        value={typed ?? value}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onClick={() => isOpen || open()}
        onInput={({ currentTarget }) => type(currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={leave}
        class={cx(INPUT, 'h-9 truncate pr-9')}
      />
      <Icon
        node={ChevronsUpDown}
        class="pointer-events-none absolute top-2.5 right-3 size-4 text-muted"
      />
      {isOpen && (
        <ZoneList id={id} matches={matches} active={active} selected={value} onPick={pick} />
      )}
    </div>
  )
}

interface ZoneListProps {
  id: string
  matches: readonly string[]
  active: string | undefined
  selected: string
  onPick: (timezone: string) => void
}

function ZoneList({ id, matches, active, selected, onPick }: ZoneListProps) {
  return (
    <div class="absolute right-0 left-0 z-30 mt-1 overflow-hidden rounded-md border border-line bg-surface shadow-lg">
      {matches.length === 0 && <p class="px-3 py-2 text-sm text-muted">No time zone matches.</p>}
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label="Time zones"
        class={cx('max-h-72 overflow-y-auto overscroll-contain', matches.length > 0 && 'p-1')}
        // Scrolling or picking with a pointer must not take the focus from the field.
        onMouseDown={(event) => event.preventDefault()}
      >
        {matches.map((timezone) => (
          <Option
            key={timezone}
            id={`${id}-${timezone}`}
            timezone={timezone}
            isActive={timezone === active}
            isSelected={timezone === selected}
            onPick={onPick}
          />
        ))}
      </div>
    </div>
  )
}

interface OptionProps {
  id: string
  timezone: string
  isActive: boolean
  isSelected: boolean
  onPick: (timezone: string) => void
}

function Option({ id, timezone, isActive, isSelected, onPick }: OptionProps) {
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
      onClick={() => onPick(timezone)}
      class={cx(
        'cursor-pointer rounded px-2 py-1 text-sm leading-6 wrap-anywhere hover:bg-sunken',
        isActive && 'bg-sunken',
        isSelected ? 'font-medium text-accent' : 'text-ink',
      )}
    >
      {timezone}
    </div>
  )
}

/** The index that a key moves to. A negative index counts from the end. */
const KEY_MOVES: Record<string, (index: number, count: number) => number> = {
  ArrowDown: (index, count) => (index + 1) % Math.max(count, 1),
  ArrowUp: (index) => Math.max(index, 0) - 1,
  PageDown: (index, count) => Math.min(index + 8, count - 1),
  PageUp: (index) => Math.max(index - 8, 0),
}

/** `Intl.supportedValuesOf` lists the old names of these zones, but the new ones work as well. */
const NEW_NAMES = [
  ...['Africa/Asmara', 'America/Argentina/Buenos_Aires', 'America/Argentina/Catamarca'],
  ...['America/Argentina/Cordoba', 'America/Argentina/Jujuy', 'America/Argentina/Mendoza'],
  ...['America/Atikokan', 'America/Indiana/Indianapolis', 'America/Kentucky/Louisville'],
  ...['America/Nuuk', 'Asia/Ho_Chi_Minh', 'Asia/Kathmandu', 'Asia/Kolkata', 'Asia/Yangon'],
  ...['Atlantic/Faroe', 'Europe/Kyiv', 'Pacific/Chuuk', 'Pacific/Kanton', 'Pacific/Pohnpei'],
].filter(isTimezone)

const LISTED = Intl.supportedValuesOf('timeZone')
const ALL = [...new Set(['UTC', ...[...LISTED, ...NEW_NAMES].sort(), LOCAL_TIMEZONE])]

/** The zones that contain all words, first those whose city starts with the text. */
function findZones(text: string, value: string): string[] {
  const words = fold(text).split(' ').filter(Boolean)
  const zones = ALL.includes(value) ? ALL : [value, ...ALL]
  const found = zones.filter((zone) => words.every((word) => fold(zone).includes(word)))
  const start = words.join(' ')
  const isFirst = (zone: string) => fold(zone).split('/').at(-1)?.startsWith(start) ?? false
  return start ? [...found.filter(isFirst), ...found.filter((zone) => !isFirst(zone))] : found
}

function isSame(timezone: string, text: string): boolean {
  return fold(timezone) === fold(text.trim())
}

function fold(text: string): string {
  return text.toLowerCase().replaceAll('_', ' ')
}
