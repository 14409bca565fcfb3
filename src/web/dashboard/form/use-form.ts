import type { TargetedEvent } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { isRecord, tryParseJson } from '../../../core/json.ts'
import { RequestError } from '../../api/request-error.ts'
import { readStorage, writeStorage } from '../../browser/storage.ts'
import { useAction } from '../../ui/use-action.ts'
import { bodyOf, type FieldSpec, type Values, valuesOf } from './field-spec.ts'

// The state of a form. The browser checks its fields first, by the constraints of each control; then
// the service does.

interface FormOptions {
  /** The key in `sessionStorage` of the changes, which are kept until they are saved or discarded. */
  draftKey: string
  fields: readonly FieldSpec[]
  /** The body that the service has, or of which a new one begins. */
  saved: unknown
}

type Errors = Readonly<Record<string, string>>

export type Form = ReturnType<typeof useForm>

/** A form whose input survives failures, reloads and visits to other pages. */
export function useForm({ draftKey, fields, saved }: FormOptions) {
  const initial = useMemo(() => valuesOf(fields, saved), [saved])
  const [restored] = useState(() => restore(draftKey, initial))
  const [changed, setChanged] = useState(restored)
  const [isRestored, setIsRestored] = useState(Object.keys(restored).length > 0)
  const [{ errors, failure }, setOutcome] = useState<Outcome>(NO_ERRORS)
  const element = useRef<HTMLFormElement>(null)
  /** What differs from what is saved. */
  const changes = differing(changed, initial)
  const values: Values = { ...initial, ...changes }
  const paths = fields.map(({ path }) => path)

  const count = Object.keys(errors).length
  const before = useRef(0)
  useEffect(() => {
    // Not while one is being corrected.
    if (count > before.current) {
      element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
    }
    before.current = count
  }, [errors])

  function set(change: Values) {
    // An error leaves with what it was about.
    setOutcome((outcome) => ({
      ...outcome,
      errors: Object.fromEntries(
        Object.entries(outcome.errors).filter(([path]) => !(path in change)),
      ),
    }))
    setChanged((before) => {
      const after = { ...before, ...change }
      const kept = fields.filter(({ path, isSecret }) => path in after && !isSecret)
      const draft = Object.fromEntries(kept.map(({ path }) => [path, after[path]]))
      writeStorage('session', draftKey, JSON.stringify(draft))
      return after
    })
  }

  /** Discards the changes, or forgets them once they are saved. */
  function clear() {
    writeStorage('session', draftKey, undefined)
    setChanged({})
    setIsRestored(false)
    setOutcome(NO_ERRORS)
  }

  /** For the `onInvalidCapture` of the form: shows what the browser found at the field. */
  function onInvalid(event: TargetedEvent<HTMLFormElement>) {
    // The browser's own bubble would show one error at a time.
    event.preventDefault()
    setOutcome({ errors: issuesIn(event.currentTarget) })
  }

  /** Checks only these fields. What is wrong is shown at them. */
  function check(among: readonly string[]) {
    const found = element.current ? Object.entries(issuesIn(element.current)) : []
    const issues = found.filter(([path]) => among.includes(path))
    setOutcome({ errors: Object.fromEntries(issues) })
    return issues.length === 0
  }

  /** Shows the service's errors at their fields; false if it is none of a field. */
  function mark(error: unknown) {
    const outcome = outcomeOf(error, paths)
    const isOfFields = outcome.failure === undefined
    if (isOfFields) setOutcome(outcome)
    return isOfFields
  }

  /** Sends the form. Errors are shown at their fields, and the first of these gets the focus. */
  const { run: send, isBusy } = useAction(async (action: () => Promise<void>) => {
    setOutcome(NO_ERRORS)
    await action().catch((error: unknown) => setOutcome(outcomeOf(error, paths)))
  })

  /** The body of the fields whose path is accepted: by default of all. */
  function body(isIncluded: (path: string) => boolean = () => true) {
    return bodyOf(
      fields.filter(({ path }) => isIncluded(path)),
      values,
    )
  }

  return {
    element,
    values,
    changes,
    errors,
    /** An error that belongs to none of the fields. */
    failure,
    isBusy,
    /** Whether the changes are from before a reload or another page. */
    isRestored,
    set,
    clear,
    onInvalid,
    check,
    mark,
    body,
    send,
  }
}

interface Outcome {
  errors: Errors
  failure?: unknown
}

const NO_ERRORS: Outcome = { errors: {} }

/** The service's errors at the fields that they are about. */
function outcomeOf(error: unknown, paths: readonly string[]): Outcome {
  const details = error instanceof RequestError ? Object.entries(error.details) : []
  if (details.length === 0) return { errors: {}, failure: error }
  const errors: Record<string, string> = {}
  const others: string[] = []
  for (const [place, message] of details) {
    const path = paths.find((one) => place === one || place.startsWith(`${one}.`))
    if (path === undefined) others.push(`${place}: ${message}`)
    else errors[path] ??= sentence(`${place.slice(path.length + 1)} ${message}`.trim())
  }
  if (others.length === 0) return { errors }
  return { errors, failure: new RequestError(others.join('; ')) }
}

/** A message such as `must be …`, which the service writes to follow the field's name. */
function sentence(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1)
  return /[.?!]$/.test(text) ? text : `${text}.`
}

function restore(draftKey: string, initial: Values): Values {
  const draft = tryParseJson(readStorage('session', draftKey) ?? '')
  return isRecord(draft) ? differing(draft, initial) : {}
}

function differing(changes: Values, initial: Values): Values {
  const isChange = ([path, value]: [string, unknown]) =>
    path in initial && JSON.stringify(value) !== JSON.stringify(initial[path])
  return Object.fromEntries(Object.entries(changes).filter(isChange))
}

/** What the browser finds, by field. */
function issuesIn(form: HTMLFormElement): Errors {
  const invalid = [...form.elements].filter(isControl).filter(({ validity }) => !validity.valid)
  const issues = invalid.map(({ name, dataset, validationMessage }) => {
    return [name, dataset.issue ?? validationMessage]
  })
  return Object.fromEntries(issues)
}

function isControl(element: Element) {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
}
