import type { ComponentChildren, TargetedKeyboardEvent } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { TIMEFRAMES } from '../product/timeframes.ts'
import { cx } from '../ui/cx.ts'

const CUSTOM = 'custom'
const TABS = [...TIMEFRAMES, { name: 'Custom', timeframe: CUSTOM }]
const PANEL = 'timeframe-panel'

interface TimeframeTabsProps {
  /** Undefined for a custom timeframe. */
  selected: string | undefined
  onSelect: (timeframe: string | undefined) => void
}

/** The tab list is one tab stop. Arrow keys, Home and End move between the tabs. */
export function TimeframeTabs({ selected = CUSTOM, onSelect }: TimeframeTabsProps) {
  const list = useRef<HTMLDivElement>(null)
  const tabs = () => list.current?.querySelectorAll('button') ?? []

  // On a narrow screen the selected tab may be out of view.
  useEffect(() => {
    const { current } = list
    const tab = tabs()[indexOf(selected)]
    if (current && tab)
      current.scrollLeft = tab.offsetLeft - (current.clientWidth - tab.offsetWidth) / 2
  }, [selected])

  function select(index: number) {
    const timeframe = TABS[index]?.timeframe
    if (timeframe !== selected || timeframe === CUSTOM)
      onSelect(timeframe === CUSTOM ? undefined : timeframe)
  }

  function onKeyDown(event: TargetedKeyboardEvent<HTMLElement>) {
    const index = KEY_MOVES[event.key]?.(indexOf(selected))
    if (index === undefined) return
    event.preventDefault()
    const next = (index + TABS.length) % TABS.length
    tabs()[next]?.focus()
    select(next)
  }

  return (
    <div
      ref={list}
      role="tablist"
      aria-label="Timeframe"
      onKeyDown={onKeyDown}
      class="relative -mx-2.5 flex min-w-0 gap-0.5 overflow-x-auto fade-ends [scrollbar-width:none]"
    >
      {TABS.map(({ name, timeframe }, index) => {
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
            onClick={() => select(index)}
            class={cx(
              'min-h-9 shrink-0 rounded-md px-2.5 text-sm font-medium -outline-offset-2 transition-colors pointer-coarse:min-h-11',
              isSelected
                ? 'bg-accent-soft text-accent'
                : 'text-muted hover:bg-sunken hover:text-ink',
            )}
          >
            {name}
          </button>
        )
      })}
    </div>
  )
}

interface TimeframePanelProps {
  selected: string | undefined
  children: ComponentChildren
}

export function TimeframePanel({ selected = CUSTOM, children }: TimeframePanelProps) {
  return (
    <div id={PANEL} role="tabpanel" aria-labelledby={tabId(selected)} class="mt-2 sm:mt-4">
      {children}
    </div>
  )
}

const KEY_MOVES: Record<string, (index: number) => number> = {
  ArrowRight: (index) => index + 1,
  ArrowLeft: (index) => index - 1,
  Home: () => 0,
  End: () => TABS.length - 1,
}

function indexOf(timeframe: string): number {
  return TABS.findIndex((tab) => tab.timeframe === timeframe)
}

function tabId(timeframe: string): string {
  return `timeframe-${timeframe}`
}
