import { useRef, useState } from 'preact/hooks'
import { tryParseJson } from '../../core/json.ts'
import { Button } from '../ui/button.tsx'
import { messageOf } from '../ui/failure.tsx'
import { TextArea } from '../ui/field.tsx'

interface ActionResultProps {
  /** The action's name. */
  name: string
  onHandBack: (result: unknown) => Promise<unknown>
}

/** Runs a frontend action by hand: what it came to is typed, and goes back to the agent. */
export function ActionResult({ name, onHandBack }: ActionResultProps) {
  const form = useRef<HTMLFormElement>(null)
  const [text, setText] = useState('')
  const [issue, setIssue] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)

  async function handBack() {
    setIsBusy(true)
    setIssue(undefined)
    await onHandBack(jsonOrText(text)).catch((error: unknown) => {
      setIssue(messageOf(error))
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
        if (!isBusy) void handBack()
      }}
      class="space-y-3 p-3"
    >
      <TextArea
        label={`Result of ${name}`}
        hint="The agent waits for what this action came to: JSON, or text. Leave it empty for none."
        error={issue}
        value={text}
        onInput={setText}
        rows={2}
        isCode
      />
      <Button type="submit" isBusy={isBusy}>
        Hand back
      </Button>
    </form>
  )
}

function jsonOrText(text: string): unknown {
  if (text.trim() === '') return null
  const value = tryParseJson(text)
  return value === undefined ? text : value
}
