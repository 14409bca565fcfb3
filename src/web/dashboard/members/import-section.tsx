import { FileText } from 'lucide'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { formatCount, pluralize } from '../../product/format.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Failures } from './failures.tsx'
import { FileDrop } from './file-drop.tsx'
import { importTime, minutesLeft } from './import-time.ts'
import {
  checkFile,
  type FileImport,
  memberImport,
  startImport,
  startOver,
  stopImport,
} from './member-import.ts'

/** The steps of an import: choose a file, check it, send it, and see the result. */
export function ImportSection() {
  const state = memberImport.value
  const section = useRef<HTMLDivElement>(null)
  const isRunning = state.step === 'importing' || state.step === 'stopping'

  useEffect(() => {
    if (!isRunning) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isRunning])
  // The focus was in the previous step, which has been removed.
  useEffect(() => {
    const isRejected = state.step === 'choosing' && state.issue !== undefined
    if (isRejected || state.step === 'checked' || state.step === 'ended') section.current?.focus()
  }, [state.step])

  return (
    <section aria-labelledby="import-heading">
      <h2 id="import-heading" class="mb-3 text-lg font-semibold">
        Import from a file
      </h2>
      <div ref={section} tabIndex={-1} class="card space-y-4 p-5 outline-none">
        <Step />
      </div>
    </section>
  )
}

function Step() {
  const state = memberImport.value
  switch (state.step) {
    case 'choosing':
      return (
        <>
          {state.issue && <Notice tone="bad">{state.issue}</Notice>}
          <FileDrop onFile={(file) => void checkFile(file)} />
        </>
      )
    case 'checking':
      return (
        <div role="status">
          <FileRow name={state.name} detail="Checking…">
            <Button onClick={startOver}>Cancel</Button>
          </FileRow>
        </div>
      )
    case 'checked':
      return <Checked state={state} />
    case 'ended':
      return <Ended state={state} />
    default:
      return <Sending state={state} />
  }
}

function Checked({ state }: { state: FileImport }) {
  const { name, valid, invalid, notes } = state
  const total = valid + invalid.length
  const all = total === 1 ? 'The row is' : `All ${formatCount(total)} rows are`
  const some = `${pluralize(invalid.length, 'row')} of ${formatCount(total)} cannot be imported`
  return (
    <>
      <FileRow name={name} detail={pluralize(total, 'row')}>
        <Button onClick={startOver}>Choose another</Button>
        {valid > 0 && (
          <Button kind="primary" onClick={() => void startImport(state)}>
            Import
          </Button>
        )}
      </FileRow>
      {invalid.length === 0 ? (
        <Notice tone="good">{all} valid.</Notice>
      ) : (
        <Notice tone="warn">
          {some}
          {valid > 0 && ' and will be left out'}.
        </Notice>
      )}
      {notes.map((text) => (
        <p key={text} class="text-sm text-muted">
          {text}
        </p>
      ))}
      {valid > 0 && <p class="text-sm text-muted">{importTime(valid)}</p>}
      <Failures failures={invalid} />
    </>
  )
}

function Sending({ state }: { state: FileImport }) {
  const { name, valid, imported, failed, note, step } = state
  const done = imported + failed.length
  const isStopping = step === 'stopping'
  const failures = failed.length > 0 ? `, ${formatCount(failed.length)} failed` : ''
  const progress = isStopping
    ? 'Waiting for the current request to finish.'
    : minutesLeft(valid - done)
  return (
    <>
      <FileRow
        name={name}
        detail={`${formatCount(done)} of ${pluralize(valid, 'record')}${failures}`}
      >
        <Button onClick={stopImport} isBusy={isStopping}>
          {isStopping ? 'Stopping…' : 'Cancel'}
        </Button>
      </FileRow>
      <progress
        aria-label="Import"
        value={done}
        max={valid}
        class="block h-2 w-full accent-accent"
      />
      <p class="min-h-6 text-sm text-muted" role="status">
        {note ?? progress}
      </p>
      <Failures failures={failed} />
    </>
  )
}

function Ended({ state }: { state: FileImport }) {
  const { name, valid, invalid, imported, failed, error } = state
  const unsent = valid - imported - failed.length
  const isComplete = unsent === 0 && failed.length === 0
  const leftOut = invalid.length === 1 ? 'is not valid was' : 'are not valid were'
  return (
    <>
      <FileRow name={name} detail={pluralize(valid + invalid.length, 'row')}>
        {unsent > 0 && <Button onClick={() => void startImport(state)}>Import again</Button>}
        <Button kind="primary" onClick={startOver}>
          Import another file
        </Button>
      </FileRow>
      <Notice tone={error ? 'bad' : isComplete ? 'good' : 'warn'}>
        {pluralize(imported, 'member')} imported
        {failed.length > 0 && `, ${formatCount(failed.length)} failed`}
        {unsent > 0 && `, ${formatCount(unsent)} not sent`}.
        {error !== undefined && ` ${error instanceof Error ? error.message : 'It was cut short.'}`}
        {unsent > 0 && ' You can import the file again: existing members are not changed.'}
      </Notice>
      {invalid.length > 0 && (
        <p class="text-sm text-muted">
          {pluralize(invalid.length, 'row')} that {leftOut} left out.
        </p>
      )}
      <Failures
        failures={[...invalid, ...failed].sort((one, other) => one.row.row - other.row.row)}
      />
    </>
  )
}

interface FileRowProps {
  name: string
  detail: string
  children: ComponentChildren
}

function FileRow({ name, detail, children }: FileRowProps) {
  return (
    <div class="flex flex-wrap items-center gap-3">
      <Icon node={FileText} class="size-5 text-muted" />
      <div class="min-w-0 flex-1 basis-40">
        <p class="font-medium wrap-anywhere">{name}</p>
        <p class="text-sm text-muted tabular-nums">{detail}</p>
      </div>
      <div class="flex flex-wrap gap-2">{children}</div>
    </div>
  )
}
