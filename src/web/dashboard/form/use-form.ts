import type { RefObject, TargetedEvent } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { isRecord, tryParseJson } from '../../../core/json.ts'
import { RequestError } from '../../api/request-error.ts'
import { readStorage, writeStorage } from '../../browser/storage.ts'

// The state of a form. Its fields are named as the service names them in a body and in its errors,
// such as `metaData.greetingMessage`. The browser checks them first, by the constraints of each
// control; then the service does.

type Errors = Readonly<Record<string, string>>

interface FormOptions<Values> {
  /** The key in `sessionStorage` of the changes, which are kept until they are saved or discarded. */
  draftKey: string
  /** What is saved. */
  initial: Values
  /** The changes to keep there. Must not contain secrets. */
  withoutSecrets?: (changes: Partial<Values>) => Partial<Values>
}

export interface Form<Values extends object> {
  element: RefObject<HTMLFormElement | null>
  /** For the `onInvalidCapture` of the form: shows what the browser found at the field. */
  onInvalid: (event: TargetedEvent<HTMLFormElement>) => void
  values: Values
  /** What differs from what is saved. */
  changes: Partial<Values>
  errors: Errors
  /** An error that belongs to none of the fields. */
  failure: unknown
  isBusy: boolean
  /** Whether the changes are from before a reload or another page. */
  isRestored: boolean
  set: (change: Partial<Values>) => void
  /** For a text field. */
  text: (name: keyof Values & string) => TextProps
  /** Discards the changes, or forgets them once they are saved. */
  clear: () => void
  /** Checks only these fields. What is wrong is shown at them. */
  check: (names: readonly (keyof Values & string)[]) => boolean
  /** Shows the service's errors at their fields; false if it is none of a field. */
  mark: (error: unknown) => boolean
  /** Sends the form. Errors are shown at their fields, and the first of these gets the focus. */
  send: (action: (values: Values) => Promise<void>) => Promise<void>
}

export interface TextProps {
  name: string
  value: string
  error: string | undefined
  onInput: (value: string) => void
}

/** A form whose input survives failures, reloads and visits to other pages. */
export function useForm<Values extends object>(options: FormOptions<Values>): Form<Values> {
  const { draftKey, initial, withoutSecrets = (changes) => changes } = options
  const [restored] = useState(() => restore(draftKey, initial))
  const [changes, setChanges] = useState(restored)
  const [isRestored, setIsRestored] = useState(Object.keys(restored).length > 0)
  const [{ errors, failure }, setOutcome] = useState<Outcome>(NO_ERRORS)
  const [isBusy, setIsBusy] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  const isSending = useRef(false)
  const values = { ...initial, ...changes }

  useEffect(() => {
    element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [errors])

  function set(change: Partial<Values>) {
    setChanges((before) => {
      const after = differing({ ...before, ...change }, initial)
      writeStorage('session', draftKey, JSON.stringify(withoutSecrets(after)))
      return after
    })
  }

  function clear() {
    writeStorage('session', draftKey, undefined)
    setChanges({})
    setIsRestored(false)
    setOutcome(NO_ERRORS)
  }

  function onInvalid(event: TargetedEvent<HTMLFormElement>) {
    // The browser's own bubble would show one error at a time.
    event.preventDefault()
    setOutcome({ errors: issuesIn(event.currentTarget) })
  }

  function check(names: readonly string[]) {
    const found = element.current ? Object.entries(issuesIn(element.current)) : []
    const issues = found.filter(([name]) => names.includes(name))
    setOutcome({ errors: Object.fromEntries(issues) })
    return issues.length === 0
  }

  function mark(error: unknown) {
    const outcome = outcomeOf(error, Object.keys(initial))
    const isOfFields = outcome.failure === undefined
    if (isOfFields) setOutcome(outcome)
    return isOfFields
  }

  async function send(action: (values: Values) => Promise<void>) {
    if (isSending.current) return
    isSending.current = true
    setIsBusy(true)
    setOutcome(NO_ERRORS)
    try {
      await action(values)
    } catch (error) {
      setOutcome(outcomeOf(error, Object.keys(initial)))
    } finally {
      isSending.current = false
      setIsBusy(false)
    }
  }

  function text(name: keyof Values & string): TextProps {
    const onInput = (value: string) => set(changeOf(initial, name, value))
    return { name, value: String(values[name]), error: errors[name], onInput }
  }

  const state = { element, values, changes, errors, failure, isBusy, isRestored }
  return { ...state, onInvalid, set, text, clear, check, mark, send }
}

interface Outcome {
  errors: Errors
  failure?: unknown
}

const NO_ERRORS: Outcome = { errors: {} }

/** The service's errors at the fields that they are about. */
function outcomeOf(error: unknown, names: readonly string[]): Outcome {
  const details = error instanceof RequestError ? Object.entries(error.details) : []
  if (details.length === 0) return { errors: {}, failure: error }
  const errors: Record<string, string> = {}
  const others: string[] = []
  for (const [path, message] of details) {
    const name = names.find((one) => path === one || path.startsWith(`${one}.`))
    if (name === undefined) others.push(`${path}: ${message}`)
    else errors[name] ??= sentence(`${path.slice(name.length + 1)} ${message}`.trim())
  }
  if (others.length === 0) return { errors }
  return { errors, failure: new RequestError(others.join('; ')) }
}

/** A message such as `must be …`, which the service writes to follow the field's name. */
function sentence(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1)
  return /[.?!]$/.test(text) ? text : `${text}.`
}

function restore<Values extends object>(draftKey: string, initial: Values): Partial<Values> {
  const draft = tryParseJson(readStorage('session', draftKey) ?? '')
  return isRecord(draft) ? differing({ ...initial, ...draft }, initial) : {}
}

function differing<Values extends object>(
  changes: Partial<Values>,
  initial: Values,
): Partial<Values> {
  const result = { ...changes }
  for (const name in result) {
    const isSame = JSON.stringify(result[name]) === JSON.stringify(initial[name])
    if (isSame || !(name in initial)) delete result[name]
  }
  return result
}

function changeOf<Values extends object>(_of: Values, name: keyof Values, value: string) {
  const change: Partial<Values> = {}
  return { ...change, [name]: value }
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
