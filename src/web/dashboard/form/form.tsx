import { type ComponentChildren, Fragment, type RefObject } from 'preact'
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { isRecord, tryParseJson } from '../../../core/json.ts'
import { RequestError } from '../../api/request.ts'
import { readStorage, writeStorage } from '../../browser/storage.ts'
import { pluralize } from '../../product/format.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice, Notice } from '../../ui/notice.tsx'
import { submitting, useAction } from '../../ui/use-action.ts'
import type { FieldSpec } from './field.ts'

interface SavedFormProps {
  form: RefObject<HTMLFormElement | null>
  fields: readonly FieldSpec[]
  /** Another one is shown in place of what was typed. */
  saved: unknown
  /** The key in `sessionStorage` of what is not saved: it survives failures, reloads and other pages. */
  draftKey: string
  /** Resolves once everything is saved, and its controls show what is. */
  onSave: (changed: ReadonlySet<string>) => Promise<void>
  label?: string
  /** Without changes there is nothing to save. */
  needsChange?: boolean
  onChange?: (changed: ReadonlySet<string>) => void
  /** At the end. */
  buttons?: ComponentChildren
  /** The controls, which show what is saved until they are changed. */
  children: ComponentChildren
}

const NOTHING: ReadonlySet<string> = new Set()

/** A form. The browser checks its controls first, by their constraints; then the service does. */
export function SavedForm(props: SavedFormProps) {
  const { form, fields, saved, draftKey, onSave, label = 'Save', needsChange = false } = props
  const [version, setVersion] = useState(0)
  const [changed, setChanged] = useState(NOTHING)
  const [isRestored, setIsRestored] = useState(false)

  function note(names: ReadonlySet<string>) {
    setChanged(names)
    props.onChange?.(names)
  }

  function update() {
    if (!form.current) return
    const names = changedNames(form.current)
    const kept = fields.filter(({ path, isSecret }) => names.has(path) && !isSecret)
    const data = new FormData(form.current)
    const draft = Object.fromEntries(kept.map(({ path }) => [path, data.getAll(path)]))
    writeStorage('session', draftKey, JSON.stringify(draft))
    note(names)
  }

  /** Shows what is saved. */
  function clear() {
    writeStorage('session', draftKey, undefined)
    setVersion((count) => count + 1)
    setIsRestored(false)
    note(NOTHING)
  }

  const shown = useRef(saved)
  useLayoutEffect(() => {
    if (shown.current !== saved) clear()
    shown.current = saved
  }, [saved])
  useLayoutEffect(() => {
    const draft = tryParseJson(readStorage('session', draftKey) ?? '')
    if (!form.current || !isRecord(draft) || Object.keys(draft).length === 0) return
    fillForm(form.current, draft)
    setIsRestored(changedNames(form.current).size > 0)
  }, [])

  const { run, isBusy, error } = useAction(async () => {
    if (needsChange && changed.size === 0) return
    try {
      await onSave(changed)
      clear()
    } catch (issue) {
      if (form.current) markIssues(form.current, issue)
    }
  })

  return (
    <form
      ref={form}
      onSubmit={submitting(run)}
      onInputCapture={({ currentTarget }) => acceptAgain(currentTarget)}
      onInput={update}
      onInvalidCapture={({ currentTarget }) => focusInvalid(currentTarget)}
      class="min-w-0 max-w-3xl space-y-6"
    >
      {isRestored && <Notice tone="info">Your unsaved draft is back.</Notice>}
      <Fragment key={version}>{props.children}</Fragment>
      {error !== undefined && <ErrorNotice error={error} />}
      <div class="flex flex-wrap items-center gap-2">
        <Button type="submit" kind="primary" isBusy={isBusy || (needsChange && changed.size === 0)}>
          {label}
        </Button>
        {changed.size > 0 && <Button onClick={clear}>Discard</Button>}
        <p role="status" class="px-1 text-sm text-muted">
          {changed.size > 0 && pluralize(changed.size, 'unsaved change')}
        </p>
        {props.buttons}
      </div>
    </form>
  )
}

/** Puts values into the controls of a form, as their reader would. */
export function fillForm(form: HTMLFormElement, values: Readonly<Record<string, unknown>>): void {
  for (const control of controlsOf(form)) {
    const value = values[control.name]
    if (value === undefined) continue
    const given = [value].flat().map(String)
    if (isBox(control)) control.checked = given.includes(control.value)
    else control.value = given[0] ?? ''
    control.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

/**
 * Shows the service's errors at their fields, the first of which gets the focus.
 *
 * @throws the error, if it is about none of the fields.
 */
export function markIssues(form: HTMLFormElement, error: unknown): void {
  const details = error instanceof RequestError ? Object.entries(error.details) : []
  const controls = controlsOf(form)
  const others = details.filter(([place, message]) => {
    const control = controls.find(({ name }) => place === name || place.startsWith(`${name}.`))
    const text = `${place.slice((control?.name.length ?? 0) + 1)} ${message}`.trim()
    if (!control) return true
    control.setCustomValidity(sentence(text))
    control.dataset.refused = ''
    return false
  })
  if (details.length === 0) throw error
  form.checkValidity()
  const issues = others.map(([place, message]) => `${place}: ${message}`)
  if (issues.length > 0) throw new RequestError(issues.join('; '))
}

/** What the service has refused may be right once another field has changed. */
function acceptAgain(form: HTMLFormElement) {
  for (const control of controlsOf(form)) {
    if (control.dataset.refused === undefined) continue
    control.setCustomValidity('')
    delete control.dataset.refused
  }
}

/** A message such as `must be …`, which the service writes to follow the field's name. */
function sentence(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1)
  return /[.?!]$/.test(text) ? text : `${text}.`
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

export function controlsOf(form: HTMLFormElement): Control[] {
  const isControl = (element: Element): element is Control =>
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement
  return [...form.elements].filter(isControl).filter(({ name }) => name !== '')
}

function changedNames(form: HTMLFormElement): ReadonlySet<string> {
  const changed = controlsOf(form).filter((control) => {
    if (control instanceof HTMLSelectElement)
      return [...control.options].some((option) => option.selected !== option.defaultSelected)
    return isBox(control)
      ? control.checked !== control.defaultChecked
      : control.value !== control.defaultValue
  })
  return new Set(changed.map(({ name }) => name))
}

function isBox(control: Control): control is HTMLInputElement {
  return control instanceof HTMLInputElement && control.type === 'checkbox'
}

/** Once it is shown: it may be in another part of the form. */
function focusInvalid(form: HTMLFormElement) {
  requestAnimationFrame(() => {
    form.querySelector<HTMLElement>(':is(input, textarea, select):invalid')?.focus()
  })
}

interface FormSectionProps {
  title: string
  lead?: ComponentChildren
  /** Beside the title. */
  action?: ComponentChildren
  children: ComponentChildren
}

/** A card with a title and a group of fields. */
export function FormSection({ title, lead, action, children }: FormSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} class="card">
      <div class="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-5 py-3.5">
        <div>
          <h2 id={id} class="font-semibold tracking-tight">
            {title}
          </h2>
          {lead && <p class="mt-0.5 text-sm text-muted">{lead}</p>}
        </div>
        {action}
      </div>
      <div class="space-y-5 p-5">{children}</div>
    </section>
  )
}
