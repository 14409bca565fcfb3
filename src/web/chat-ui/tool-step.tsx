import { Check, ChevronRight, CircleAlert, LoaderCircle, Minus } from 'lucide'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { cx } from '../ui/cx.ts'
import { Icon } from '../ui/icon.tsx'

/** Untrusted results may be of any size, so they are cut for display. */
const MAX_CHARACTERS = 20_000
const MAX_HINT_CHARACTERS = 120

/** A tool call in progress: `args` and `result` are undefined until they are known. */
export interface ToolCall {
  toolCallId: string
  toolName: string
  state: 'running' | 'done' | 'failed' | 'stopped'
  args?: unknown
  result?: unknown
}

const STATES = {
  running: { label: 'Running', icon: LoaderCircle, classes: 'text-muted motion-safe:animate-spin' },
  done: { label: 'Done', icon: Check, classes: 'text-good' },
  failed: { label: 'Failed', icon: CircleAlert, classes: 'text-bad' },
  stopped: { label: 'Stopped', icon: Minus, classes: 'text-muted' },
}

interface ToolStepProps {
  call: ToolCall
  /** Shown in place of the tool's name, such as the execution text of an action. */
  title?: string | undefined
  /** Shown below the step, such as products in its result. */
  children?: ComponentChildren
}

/** One step of an answer: a tool call and its state, which opens to show arguments and result. */
export function ToolStep({ call, title, children }: ToolStepProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { label, icon, classes } = STATES[call.state]
  return (
    <fieldset
      aria-label={call.toolName}
      class="min-w-0 overflow-hidden rounded-lg border border-line bg-surface text-sm shadow-card"
    >
      <details class="group" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary class="flex min-h-10 list-none items-center gap-2 px-3 py-2 -outline-offset-2 hover:bg-sunken [&::-webkit-details-marker]:hidden">
          <Icon node={icon} class={cx('size-4', classes)} />
          <span class={cx('min-w-0 truncate text-[13px]', title ? 'font-medium' : 'font-mono')}>
            {title ?? call.toolName}
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
            <Data label="Arguments" toolName={call.toolName} value={call.args} />
            <Data label="Result" toolName={call.toolName} value={call.result} />
          </div>
        )}
      </details>
      {children && <div class="border-t border-line">{children}</div>}
    </fieldset>
  )
}

function Data({ label, toolName, value }: { label: string; toolName: string; value: unknown }) {
  return (
    <div>
      <p class="mb-1 text-xs font-medium text-muted">{label}</p>
      {value === undefined ? (
        <p class="text-muted">None yet</p>
      ) : (
        <section
          aria-label={`${label} of ${toolName}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard
          tabIndex={0}
          class="max-h-72 overflow-auto rounded-md bg-sunken p-3"
        >
          <pre class="font-mono text-xs leading-5">
            {truncate(JSON.stringify(value, null, 2) ?? '', MAX_CHARACTERS)}
          </pre>
        </section>
      )}
    </div>
  )
}

/** The simple arguments in one line. */
function hintOf(args: unknown): string {
  if (typeof args !== 'object' || args === null) return ''
  const simple = Object.entries(args).filter(([, value]) =>
    ['string', 'number', 'boolean'].includes(typeof value),
  )
  return truncate(
    simple.map(([name, value]) => `${name} ${value}`).join(' · '),
    MAX_HINT_CHARACTERS,
  )
}

function truncate(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max).toWellFormed()}…` : text
}
