import { Check, ChevronRight, CircleAlert, LoaderCircle, Minus } from 'lucide'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { tryParseJson } from '../../core/json.ts'
import { Button, Icon } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Scrollable } from '../ui/disclosure.tsx'
import { Field, INPUT } from '../ui/field.tsx'
import { userMessage } from '../ui/notice.tsx'
import { submitting, useAction } from '../ui/use-action.ts'
import type { TranscriptCall } from './conversation.ts'
import { wordsOf } from './tool-words.ts'

/** Untrusted results may be of any size, so they are cut for display. */
const MAX_CHARACTERS = 20_000

const STATES = {
  running: { icon: LoaderCircle, classes: 'motion-safe:animate-spin' },
  done: { icon: Check, classes: '' },
  failed: { icon: CircleAlert, classes: 'text-bad' },
  stopped: { icon: Minus, classes: '' },
}

interface ToolLineProps {
  call: TranscriptCall
  /** Always shown below the line, such as a form for its result. */
  children?: ComponentChildren
}

/** A tool call in words, which opens to show its arguments and result. */
export function ToolLine({ call, children }: ToolLineProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { icon, classes } = STATES[call.state]
  const words = wordsOf(call)
  return (
    <fieldset aria-label={words} class="max-w-full min-w-0 flex-auto text-sm">
      <details class="group" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary class="-ml-1 inline-flex min-h-7 max-w-full list-none items-center gap-1.5 rounded-md px-1 text-muted hover:text-ink [&::-webkit-details-marker]:hidden">
          <Icon node={icon} class={cx('size-4', classes)} />
          <span key={words} class={cx('min-w-0', call.state === 'failed' && 'text-bad')}>
            {words}
          </span>
          <Icon node={ChevronRight} class="size-3.5 group-open:rotate-90" />
        </summary>
        {isOpen && (
          <div class="my-2 space-y-3 border-l border-line pl-3">
            <Data label="Arguments" words={words} value={call.input} />
            <Data label="Result" words={words} value={call.result} />
          </div>
        )}
      </details>
      {children}
    </fieldset>
  )
}

function Data({ label, words, value }: { label: string; words: string; value: unknown }) {
  if (value === undefined) return null
  const text = JSON.stringify(value, null, 2) ?? ''
  const isLong = text.length > MAX_CHARACTERS
  return (
    <div>
      <p class="mb-1 text-xs font-medium text-muted">{label}</p>
      <Scrollable label={`${label}: ${words}`}>
        {isLong ? `${text.slice(0, MAX_CHARACTERS).toWellFormed()}…` : text}
      </Scrollable>
    </div>
  )
}

interface ActionResultFormProps {
  /** The action's name. */
  name: string
  onSend: (result: unknown) => Promise<unknown>
}

/** A form for the result of a frontend action that this page cannot run itself. */
export function ActionResultForm({ name, onSend }: ActionResultFormProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState('')
  const { run, isBusy, error } = useAction(() => onSend(jsonOrText(text)))
  useEffect(() => {
    if (error !== undefined) field.current?.focus()
  }, [error])

  return (
    <form noValidate onSubmit={submitting(run)} class="space-y-3 p-3">
      <Field
        label={`Result of ${name}`}
        hint="The agent is waiting for the result of this action: JSON or text. Leave it empty for none."
        error={error === undefined ? undefined : userMessage(error)}
      >
        {(control) => (
          <textarea
            {...control}
            ref={field}
            rows={2}
            spellcheck={false}
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
            class={`${INPUT} font-mono text-sm`}
          />
        )}
      </Field>
      <Button type="submit" isBusy={isBusy}>
        Send result
      </Button>
    </form>
  )
}

function jsonOrText(text: string): unknown {
  if (text.trim() === '') return null
  const value = tryParseJson(text)
  return value === undefined ? text : value
}
