import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { isRecord, tryParseJson } from '../../core/json.ts'
import { RequestError } from '../api/request-error.ts'
import { readStorage, writeStorage } from '../browser/storage.ts'

export type Errors<Values> = Partial<Record<keyof Values, string>>

interface FormOptions<Values> {
  /** The key in `sessionStorage` for the draft, which is kept until it is saved or discarded. */
  draftKey: string
  initial: Values
  /** The values to store as a draft. Must not contain secrets. */
  draftOf?: (values: Values) => Values
  /** Validates before anything is sent. */
  check: (values: Values) => Errors<Values>
  /** The field that a path in an error of the service belongs to. */
  fieldOf: (path: string) => keyof Values | undefined
  /** The message for that field. Defaults to the message of the service. */
  describe?: (path: string, message: string, values: Values) => string
}

export interface Form<Values> {
  element: RefObject<HTMLFormElement | null>
  values: Values
  errors: Errors<Values>
  /** An error that belongs to none of the fields. */
  failure: unknown
  /** The name of the submission in progress. */
  busy: string | undefined
  /** Whether the values are a draft from before a reload or another page. */
  isRestored: boolean
  isChanged: boolean
  set: (change: Partial<Values>) => void
  /** Discards the draft. */
  discard: () => void
  /** Shows these values, which have been saved, and drops the draft. */
  reset: (values: Values) => void
  /** Validates and sends. Errors are shown at their fields, and the first of them gets the focus. */
  submit: (name: string, send: (values: Values) => Promise<void>) => Promise<void>
}

/** A form whose input survives failures and reloads. */
export function useForm<Values extends object>(options: FormOptions<Values>): Form<Values> {
  const { draftKey, initial, draftOf = (values) => values, check } = options
  const [restored] = useState(() => restore(draftKey, initial))
  const [values, setValues] = useState(restored ?? initial)
  const [isRestored, setIsRestored] = useState(restored !== undefined)
  const [{ errors, failure }, setOutcome] = useState<Outcome<Values>>({ errors: {} })
  const [busy, setBusy] = useState<string>()
  const element = useRef<HTMLFormElement>(null)
  const isSending = useRef(false)

  useEffect(() => {
    element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [errors])

  function set(change: Partial<Values>) {
    setValues((before) => {
      const after = { ...before, ...change }
      writeStorage(sessionStorage, draftKey, JSON.stringify(draftOf(after)))
      return after
    })
  }

  function reset(to: Values) {
    dropDraft(draftKey)
    setValues(to)
    setIsRestored(false)
    setOutcome({ errors: {} })
  }

  async function submit(name: string, send: (values: Values) => Promise<void>) {
    if (isSending.current) return
    const issues = check(values)
    setOutcome({ errors: issues })
    if (Object.keys(issues).length > 0) return
    isSending.current = true
    setBusy(name)
    try {
      await send(values)
    } catch (error) {
      setOutcome(outcomeOf(error, values, options))
    } finally {
      isSending.current = false
      setBusy(undefined)
    }
  }

  const isChanged = JSON.stringify(values) !== JSON.stringify(initial)
  const discard = () => reset(initial)
  const state = { element, values, errors, failure, busy, isRestored, isChanged }
  return { ...state, set, discard, reset, submit }
}

export function dropDraft(draftKey: string): void {
  writeStorage(sessionStorage, draftKey, undefined)
}

interface Outcome<Values> {
  errors: Errors<Values>
  failure?: unknown
}

function outcomeOf<Values>(
  error: unknown,
  values: Values,
  { fieldOf, describe = (_path, message) => message }: FormOptions<Values>,
): Outcome<Values> {
  const errors: Errors<Values> = {}
  const others: string[] = []
  const details = error instanceof RequestError ? Object.entries(error.details) : []
  for (const [path, message] of details) {
    const field = fieldOf(path)
    if (field === undefined) others.push(`${path}: ${message}`)
    else errors[field] ??= sentence(describe(path, message, values))
  }
  if (others.length > 0) return { errors, failure: new RequestError(others.join('; ')) }
  return details.length > 0 ? { errors } : { errors, failure: error }
}

/** A message such as `must be …`, which the service writes to follow the field's name. */
export function sentence(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1)
  return /[.?!]$/.test(text) ? text : `${text}.`
}

function restore<Values extends object>(draftKey: string, initial: Values): Values | undefined {
  const draft = tryParseJson(readStorage(sessionStorage, draftKey) ?? '')
  if (!isRecord(draft)) return undefined
  const values = { ...initial, ...draft }
  return JSON.stringify(values) === JSON.stringify(initial) ? undefined : values
}
