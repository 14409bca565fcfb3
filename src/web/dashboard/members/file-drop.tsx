import { Upload } from 'lucide'
import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { TextField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Scrollable } from '../../ui/scrollable.tsx'
import { columnNames } from './member-import.ts'

/** A drop zone with a file picker, and what goes in the file. */
export function FileDrop({ onFile }: { onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)

  function onDrop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    const file = event.dataTransfer?.files[0]
    if (file) onFile(file)
  }

  return (
    <>
      <fieldset
        aria-label="Drop zone"
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={onDrop}
        class={cx(
          'flex flex-col items-center rounded-lg border border-dashed px-6 py-8 text-center transition-colors',
          isOver ? 'border-accent bg-accent-soft' : 'border-edge',
        )}
      >
        <Icon node={Upload} class="mb-2 size-5 text-muted" />
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
      <TextField
        class="mt-4"
        label="Columns of other names"
        hint="Such as uid:Email,name:Name,guid:Group. Then only these and known columns are read."
        value={columnNames.value}
        onInput={(text) => {
          columnNames.value = text
        }}
      />
      <Disclosure summary="What goes in the file" class="mt-4">
        <div class="space-y-3 text-muted">
          <p>
            CSV needs a header row with a <Code>guid</Code> or a <Code>group</Code>, of whose name a
            guid is made, and a <Code>uid</Code>, an <Code>email</Code> or a <Code>name</Code>.
            Other columns are <Code>memberId</Code>, <Code>scope</Code>, <Code>isBanned</Code>,{' '}
            <Code>joinedAt</Code>, and fields of the group and the user, such as{' '}
            <Code>groupDetails.name</Code> with <Code>groupDetails.type</Code> (public, password or
            private) and <Code>userDetails.name</Code>.
          </p>
          <Scrollable label="Example">{EXAMPLE}</Scrollable>
          <p>
            JSON is <Code>{'{"members": {…}}'}</Code> or a list of records; NDJSON has one record
            per line. Groups and users that do not exist are created from their details.
          </p>
        </div>
      </Disclosure>
    </>
  )
}

const EXAMPLE = `guid,uid,scope,groupDetails.name,groupDetails.type,userDetails.name
harbor,ann,admin,Harbor,public,Ann
harbor,bob,participant,Harbor,public,Bob`

function Code({ children }: { children: ComponentChildren }) {
  return <code class="font-mono text-ink wrap-anywhere">{children}</code>
}
