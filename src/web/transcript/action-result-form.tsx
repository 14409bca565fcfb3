import { useEffect, useRef, useState } from 'preact/hooks'
import { tryParseJson } from '../../core/json.ts'
import { Button } from '../ui/button.tsx'
import { errorMessage } from '../ui/error-notice.tsx'
import { Field, INPUT } from '../ui/field.tsx'
import { submitting, useAction } from '../ui/use-action.ts'

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
        error={error === undefined ? undefined : errorMessage(error)}
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
