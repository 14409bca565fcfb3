import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { isRecord, tryParseJson } from '../../core/json.ts'
import { RequestError } from '../api/request-error.ts'
import { keep, kept } from '../ui/kept.ts'

export type Errors<Values> = Partial<Record<keyof Values, string>>

interface FormOptions<Values> {
  /** Under which what was typed is kept for the tab, until it is saved or discarded. */
  draftKey: string
  initial: Values
  /** What may be kept: nothing secret. */
  keptOf?: (values: Values) => Values
  /** What is wrong before anything is sent. */
  check: (values: Values) => Errors<Values>
  /** The field that a path in the service's answer belongs to. */
  fieldOf: (path: string) => keyof Values | undefined
  /** What is said at that field, where the path says more than its name. */
  describe?: (path: string, message: string, values: Values) => string
}

export interface Form<Values> {
  element: RefObject<HTMLFormElement | null>
  values: Values
  errors: Errors<Values>
  /** What went wrong beside the fields. */
  failure: unknown
  /** What is sent at the moment, if anything. */
  busy: string | undefined
  /** Whether what is shown was typed before the page was loaded again, or left. */
  isRestored: boolean
  isChanged: boolean
  set: (change: Partial<Values>) => void
  /** Back to what is stored. */
  discard: () => void
  /** What is stored by now: there is nothing to keep any more. */
  reset: (values: Values) => void
  /** Checks and sends. What is wrong is said at its field, and the first one gets the focus. */
  submit: (name: string, send: (values: Values) => Promise<void>) => Promise<void>
}

/** A form whose input no failure and no reload takes away. */
export function useForm<Values extends object>(options: FormOptions<Values>): Form<Values> {
  const { draftKey, initial, keptOf = (values) => values, check } = options
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
      keep(sessionStorage, draftKey, JSON.stringify(keptOf(after)))
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

/** Once it is saved there is nothing to keep. */
export function dropDraft(draftKey: string): void {
  keep(sessionStorage, draftKey, undefined)
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

/** The service says `must be …` after the name of a field, and the page below it. */
export function sentence(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1)
  return /[.?!]$/.test(text) ? text : `${text}.`
}

function restore<Values extends object>(draftKey: string, initial: Values): Values | undefined {
  const draft = tryParseJson(kept(sessionStorage, draftKey) ?? '')
  if (!isRecord(draft)) return undefined
  const values = { ...initial, ...draft }
  return JSON.stringify(values) === JSON.stringify(initial) ? undefined : values
}
