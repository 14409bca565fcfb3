import { Upload } from 'lucide'
import { useRef, useState } from 'preact/hooks'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icon.tsx'

interface FileDropProps {
  onFile: (file: File) => void
}

/** A drop zone with a file picker. */
export function FileDrop({ onFile }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)

  function onDrop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    const file = event.dataTransfer?.files[0]
    if (file) onFile(file)
  }

  return (
    <fieldset
      aria-label="Drop zone"
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
      class={cx(
        'flex flex-col items-center rounded-lg border border-dashed px-6 py-10 text-center transition-colors',
        isOver ? 'border-accent bg-accent-soft' : 'border-edge',
      )}
    >
      <span class="mb-3 flex size-10 items-center justify-center rounded-full bg-sunken text-muted">
        <Icon node={Upload} class="size-5" />
      </span>
      <p class="font-medium">Drop a file of members here</p>
      <p class="mt-1 mb-4 text-sm text-muted">
        CSV, JSON or NDJSON. It is checked before anything is sent.
      </p>
      <Button kind="primary" onClick={() => input.current?.click()}>
        Choose a file
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.json,.ndjson,.jsonl"
        hidden
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          // Otherwise choosing the same file again, after fixing it, would not be a change.
          currentTarget.value = ''
          if (file) onFile(file)
        }}
      />
    </fieldset>
  )
}
