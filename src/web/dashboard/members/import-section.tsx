import { Download, Upload } from 'lucide'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { formatCount, pluralize } from '../../product/format.ts'
import { Button, ButtonLink, Icon } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Field, Select, Switch } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageSection } from '../../ui/page.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Failures } from './failures.tsx'
import { FIELD_OPTIONS, MORE_FIELDS } from './file-columns.ts'
import {
  type CheckedFile,
  checkFile,
  chooseFile,
  memberImport,
  startImport,
  startOver,
} from './member-import.ts'
import { Ended, FileRow, minutesOf, Progress, RECORDS_PER_REQUEST } from './sending.tsx'

const TEMPLATE = `group,email,name,scope
Harbor,ann@example.com,Ann,admin
Harbor,bob@example.com,Bob,participant
`

/** The steps of an import: choose a file, check it, send it and see the result. */
export function ImportSection() {
  const state = memberImport.value
  const section = useRef<HTMLDivElement>(null)
  const isRunning = state.step === 'sending' && state.sending.phase !== 'ended'
  const issue = state.step === 'choosing' ? state.issue : undefined
  const step = state.step === 'sending' ? state.sending.phase : state.step

  useEffect(() => {
    if (!isRunning) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isRunning])
  // The focus was in the step before, which is gone.
  useEffect(() => {
    if (issue !== undefined || step === 'checking' || step === 'ended') section.current?.focus()
  }, [step, issue])

  return (
    <PageSection title="Import from a file">
      <div ref={section} tabIndex={-1} class="card space-y-4 p-5 outline-none">
        {issue !== undefined && <Notice tone="bad">{issue}</Notice>}
        {state.step === 'choosing' && <FileDrop />}
        {state.step === 'checking' && <Checked file={state.file} />}
        {state.step === 'sending' &&
          (isRunning ? <Progress {...state.sending} /> : <Ended {...state.sending} />)}
      </div>
    </PageSection>
  )
}

function FileDrop() {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  return (
    <fieldset
      aria-label="Drop zone"
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setIsOver(false)
        const file = event.dataTransfer?.files[0]
        if (file) void chooseFile(file)
      }}
      class={cx(
        'flex min-w-0 flex-col items-center rounded-lg border border-dashed px-4 py-8 text-center',
        isOver ? 'border-accent bg-accent-soft' : 'border-edge',
      )}
    >
      <Icon node={Upload} class="mb-2 size-5 text-muted" />
      <p class="font-medium">Drop a spreadsheet here</p>
      <p class="mt-1 mb-4 max-w-prose text-sm text-muted">
        CSV, JSON or NDJSON, with a group and a name, an email or an ID for each member. Nothing is
        sent before you import it.
      </p>
      <div class="flex flex-wrap justify-center gap-2">
        <Button kind="primary" onClick={() => input.current?.click()}>
          Choose a file
        </Button>
        <ButtonLink
          kind="ghost"
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(TEMPLATE)}`}
          download="members.csv"
        >
          <Icon node={Download} />
          Download a template
        </ButtonLink>
      </div>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,.json,.ndjson,.jsonl,.xlsx,.xls"
        hidden
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          // Otherwise choosing the same file again, after fixing it, would not be a change.
          currentTarget.value = ''
          if (file) void chooseFile(file)
        }}
      />
    </fieldset>
  )
}

function Checked({ file }: { file: CheckedFile }) {
  const [update, setUpdate] = useState(false)
  const id = useId()
  const { name, members, invalid, issue } = file
  const total = members?.rows.length ?? 0
  const valid = total - invalid.length
  return (
    <>
      <FileRow name={name} detail={members ? pluralize(total, 'row') : issue ? '' : 'Checking…'}>
        <Button onClick={startOver}>Choose another</Button>
        {valid > 0 && (
          <Button kind="primary" onClick={() => void startImport(file, update)}>
            Import
          </Button>
        )}
      </FileRow>
      <ColumnChoice file={file} />
      {issue !== undefined && <Notice tone="bad">{issue}</Notice>}
      {members && (
        <Notice tone={invalid.length > 0 ? 'warn' : 'good'}>
          {verdictOn(total, invalid.length)}
        </Notice>
      )}
      {valid > 0 && (
        <>
          <div class="flex items-center gap-2 text-sm">
            <Switch id={id} checked={update} onChange={() => setUpdate(!update)} />
            <label for={id}>Update details of groups and users that exist</label>
          </div>
          <p class="text-sm text-muted">
            {[...(members?.notes ?? []), importTime(valid)].join(' ')}
          </p>
        </>
      )}
      <Failures failures={invalid} />
    </>
  )
}

function verdictOn(total: number, invalid: number): string {
  if (invalid === 0) return total === 1 ? 'The row is valid.' : `All ${total} rows are valid.`
  const some = `${pluralize(invalid, 'row')} of ${formatCount(total)} cannot be imported`
  return invalid < total ? `${some} and will be left out.` : `${some}.`
}

/** The first rows of a table, and what each of its columns is. */
function ColumnChoice({ file }: { file: CheckedFile }) {
  const { head, fields } = file
  if (!head) return null
  const choose = (at: number, field: string) => {
    // Each field is one column.
    const others = fields.map((other) => (other === field ? '' : other))
    void checkFile({ ...file, fields: others.with(at, field) })
  }
  const columns = head.header.map(
    (name, at): Column<readonly string[]> => ({
      name,
      head: (
        <Field label={name} class="min-w-36 text-ink">
          {(control) => (
            <Select
              {...control}
              value={fields[at] ?? ''}
              options={FIELD_OPTIONS}
              more={MORE_FIELDS}
              onChange={(field) => choose(at, field)}
            />
          )}
        </Field>
      ),
      class: cx('max-w-56 truncate', !fields[at] && 'text-muted'),
      cell: (cells) => cells[at],
    }),
  )
  return (
    <div>
      <p class="mb-2 text-sm text-muted">Choose what each column holds.</p>
      <Table label="First rows" columns={columns} rows={head.rows} keyOf={(_, at) => `${at}`} />
    </div>
  )
}

/** How many requests an import takes, and how long. */
function importTime(records: number): string {
  const requests = pluralize(Math.ceil(records / RECORDS_PER_REQUEST), 'request')
  const minutes = minutesOf(records)
  const time = minutes <= 1 ? 'less than a minute' : `about ${pluralize(minutes, 'minute')}`
  return `Importing takes ${requests} and ${time}.`
}
