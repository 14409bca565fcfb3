import { useRef, useState } from 'preact/hooks'
import { tryParseJson } from '../../core/json.ts'
import { Button } from '../ui/button.tsx'
import { errorMessage } from '../ui/error-notice.tsx'
import { TextArea } from '../ui/field.tsx'

interface ActionResultFormProps {
  /** The action's name. */
  name: string
  onSend: (result: unknown) => Promise<unknown>
}

/** A form for the result of a frontend action that this page cannot run itself. */
export function ActionResultForm({ name, onSend }: ActionResultFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [text, setText] = useState('')
  const [issue, setIssue] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)

  async function send() {
    setIsBusy(true)
    setIssue(undefined)
    await onSend(jsonOrText(text)).catch((error: unknown) => {
      setIssue(errorMessage(error))
      form.current?.querySelector('textarea')?.focus()
    })
    setIsBusy(false)
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) void send()
      }}
      class="space-y-3 p-3"
    >
      <TextArea
        label={`Result of ${name}`}
        hint="The agent is waiting for the result of this action: JSON or text. Leave it empty for none."
        error={issue}
        value={text}
        onInput={setText}
        rows={2}
        isCode
      />
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
