import { Check, ChevronRight, CircleAlert, LoaderCircle, Minus } from 'lucide'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { cx } from '../ui/cx.ts'
import { Icon } from '../ui/icon.tsx'

/** A hostile result may be of any size; what is shown of it is not. */
const MAX_CHARACTERS = 20_000
const MAX_HINT_CHARACTERS = 120

/** A call of a tool as it goes: its arguments once they are known, its result once there is one. */
export interface ToolCall {
  id: string
  name: string
  state: 'running' | 'done' | 'failed' | 'stopped'
  args?: unknown
  result?: unknown
}

const STATES = {
  running: { label: 'Running', icon: LoaderCircle, look: 'text-muted motion-safe:animate-spin' },
  done: { label: 'Done', icon: Check, look: 'text-good' },
  failed: { label: 'Failed', icon: CircleAlert, look: 'text-bad' },
  stopped: { label: 'Stopped', icon: Minus, look: 'text-muted' },
}

interface ToolStepProps {
  call: ToolCall
  /** What it is called before people, where its name says little, such as an execution text. */
  title?: string | undefined
  /** What its result looks like when it is more than data. */
  children?: ComponentChildren
}

/** One step of an answer: what was called and how it went, with all of it to open. */
export function ToolStep({ call, title, children }: ToolStepProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { label, icon, look } = STATES[call.state]
  return (
    <fieldset
      aria-label={call.name}
      class="min-w-0 overflow-hidden rounded-lg border border-line bg-surface text-sm shadow-card"
    >
      <details class="group" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary class="flex min-h-10 list-none items-center gap-2 px-3 py-2 -outline-offset-2 hover:bg-sunken [&::-webkit-details-marker]:hidden">
          <Icon node={icon} class={cx('size-4', look)} />
          <span class={cx('min-w-0 truncate text-[13px]', title ? 'font-medium' : 'font-mono')}>
            {title ?? call.name}
          </span>
          <span class="hidden min-w-0 flex-1 truncate text-[13px] text-muted sm:inline">
            {hintOf(call.args)}
          </span>
          <span
            class={cx(
              'ml-auto shrink-0 pl-2 text-xs',
              call.state === 'failed' ? 'text-bad' : 'text-muted',
            )}
          >
            {label}
          </span>
          <Icon
            node={ChevronRight}
            class="size-4 text-muted transition-transform group-open:rotate-90 motion-reduce:transition-none"
          />
        </summary>
        {isOpen && (
          <div class="space-y-3 border-t border-line p-3">
            <Data label="Arguments" of={call.name} value={call.args} />
            <Data label="Result" of={call.name} value={call.result} />
          </div>
        )}
      </details>
      {children && <div class="border-t border-line">{children}</div>}
    </fieldset>
  )
}

function Data({ label, of: name, value }: { label: string; of: string; value: unknown }) {
  return (
    <div>
      <p class="mb-1 text-xs font-medium text-muted">{label}</p>
      {value === undefined ? (
        <p class="text-muted">None yet</p>
      ) : (
        <section
          aria-label={`${label} of ${name}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by the keyboard too
          tabIndex={0}
          class="max-h-72 overflow-auto rounded-md bg-sunken p-3"
        >
          <pre class="font-mono text-xs leading-5">
            {shortened(JSON.stringify(value, null, 2) ?? '', MAX_CHARACTERS)}
          </pre>
        </section>
      )}
    </div>
  )
}

/** The arguments in a line: what one wants to know without opening the step. */
function hintOf(args: unknown): string {
  if (typeof args !== 'object' || args === null) return ''
  const simple = Object.entries(args).filter(([, value]) =>
    ['string', 'number', 'boolean'].includes(typeof value),
  )
  return shortened(
    simple.map(([name, value]) => `${name} ${value}`).join(' · '),
    MAX_HINT_CHARACTERS,
  )
}

function shortened(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max).toWellFormed()}…` : text
}
