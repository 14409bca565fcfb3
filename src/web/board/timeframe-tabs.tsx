import type { ComponentChildren, TargetedKeyboardEvent } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { CalendarSpan } from '../product/calendar.ts'
import { TIMEFRAMES } from '../product/timeframes.ts'
import { Button } from '../ui/button.tsx'
import { Field, INPUT } from '../ui/field.tsx'
import { showInStrip } from '../ui/strip.ts'

const CUSTOM = 'custom'
const TABS = [...TIMEFRAMES, { name: 'Custom', timeframe: CUSTOM }]
const PANEL = 'timeframe-panel'

interface TimeframeTabsProps {
  /** Undefined for a custom timeframe. */
  selected: string | undefined
  onSelect: (timeframe: string | undefined) => void
  /** A tab is pressed, and about to be selected. */
  onPress: (timeframe: string) => void
  /** The content of the selected tab. */
  children: ComponentChildren
}

/** The tab list is one tab stop. Arrow keys, Home and End move between the tabs. */
export function TimeframeTabs({
  selected = CUSTOM,
  onSelect,
  onPress,
  children,
}: TimeframeTabsProps) {
  const list = useRef<HTMLDivElement>(null)
  const index = TABS.findIndex(({ timeframe }) => timeframe === selected)
  const tabs = () => [...(list.current?.querySelectorAll('button') ?? [])]

  // On a narrow screen the selected tab may be out of view.
  useEffect(() => showInStrip(list.current, tabs()[index]), [index])

  function onKeyDown(event: TargetedKeyboardEvent<HTMLElement>) {
    const moves: Record<string, number> = {
      ArrowRight: index + 1,
      ArrowLeft: index - 1,
      Home: 0,
      End: -1,
    }
    const next = moves[event.key]
    if (next === undefined) return
    event.preventDefault()
    const tab = tabs().at(next % TABS.length)
    tab?.focus()
    tab?.click()
  }

  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label="Timeframe"
        onKeyDown={onKeyDown}
        class="relative -mx-1 flex min-w-0 gap-1 max-sm:-my-1.5 overflow-x-auto fade-end [scrollbar-width:none]"
      >
        {TABS.map(({ name, timeframe }) => {
          const isSelected = timeframe === selected
          return (
            <button
              key={timeframe}
              type="button"
              role="tab"
              id={tabId(timeframe)}
              aria-selected={isSelected}
              aria-controls={PANEL}
              tabIndex={isSelected ? 0 : -1}
              onPointerDown={() => timeframe === CUSTOM || isSelected || onPress(timeframe)}
              onClick={() => {
                if (timeframe === CUSTOM) onSelect(undefined)
                else if (!isSelected) onSelect(timeframe)
              }}
              class="choice min-h-8 shrink-0 rounded-full px-3 text-sm font-semibold text-muted -outline-offset-2 hover:bg-sunken hover:text-ink pointer-coarse:min-h-11"
            >
              {name}
            </button>
          )
        })}
      </div>
      <div id={PANEL} role="tabpanel" aria-labelledby={tabId(selected)} class="mt-2 sm:mt-3.5">
        {children}
      </div>
    </>
  )
}

function tabId(timeframe: string): string {
  return `timeframe-${timeframe}`
}

interface CustomTimeframeProps {
  span: CalendarSpan | undefined
  onApply: (span: CalendarSpan) => void
}

/** A form for any days, starting with those that are shown. The browser says what is missing. */
export function CustomTimeframe({ span, onApply }: CustomTimeframeProps) {
  const [{ first, last }, setDays] = useState({ first: '', last: '' })
  useEffect(
    () => setDays({ first: span?.first ?? '', last: span?.last ?? '' }),
    [span?.first, span?.last],
  )
  return (
    <form
      aria-label="Custom timeframe"
      onSubmit={(event) => {
        event.preventDefault()
        onApply({ kind: 'range', first, last })
      }}
      class="mb-4 flex flex-wrap items-end gap-3"
    >
      <DayField label="First day" value={first} onInput={(day) => setDays({ first: day, last })} />
      <DayField
        label="Last day"
        value={last}
        min={first}
        onInput={(day) => setDays({ first, last: day })}
      />
      <Button type="submit" kind="primary">
        Show
      </Button>
    </form>
  )
}

interface DayFieldProps {
  label: string
  value: string
  min?: string
  onInput: (day: string) => void
}

function DayField({ label, onInput, ...days }: DayFieldProps) {
  return (
    <Field label={label} class="w-40">
      {(control) => (
        <input
          {...control}
          {...days}
          type="date"
          required
          max="9999-12-31"
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
          class={INPUT}
        />
      )}
    </Field>
  )
}
