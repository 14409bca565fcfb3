import { FileText } from 'lucide'
import { useEffect, useRef } from 'preact/hooks'
import { PlatformClientError } from '../../../client/client.ts'
import { formatCount, pluralize } from '../../product/format.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Failures } from './failures.tsx'
import { FileDrop } from './file-drop.tsx'
import { FileHelp } from './file-help.tsx'
import { importTime, timeLeft } from './import-time.ts'
import {
  checkFile,
  type ImportState,
  memberImport,
  startImport,
  startOver,
  stopImport,
} from './member-import.ts'

/** The steps of an import: choose a file, check it, send it, and see the result. */
export function ImportSection() {
  const state = memberImport.value
  useLeaveWarning(state.step === 'importing' || state.step === 'stopping')
  const section = useRef<HTMLDivElement>(null)
  // The focus was in the previous step, which has been removed.
  useEffect(() => {
    const isRejected = state.step === 'choosing' && state.issue !== undefined
    if (isRejected || state.step === 'checked' || state.step === 'ended') section.current?.focus()
  }, [state.step])

  return (
    <section aria-labelledby="import-heading">
      <h2 id="import-heading" class="mb-3 font-semibold tracking-tight">
        Import from a file
      </h2>
      <Card class="p-5">
        <div ref={section} tabIndex={-1} class="outline-none">
          <Step state={state} />
        </div>
      </Card>
    </section>
  )
}

function Step({ state }: { state: ImportState }) {
  switch (state.step) {
    case 'choosing':
      return (
        <>
          {state.issue && (
            <Notice tone="bad" class="mb-4">
              {state.issue}
            </Notice>
          )}
          <FileDrop onFile={(file) => void checkFile(file)} />
          <FileHelp />
        </>
      )
    case 'checking':
      return (
        <div role="status" class="flex min-h-16 items-center justify-between gap-3">
          <FileName
            name={state.name}
            detail={`Checking: ${pluralize(state.rows, 'row')} so far…`}
          />
          <Button onClick={startOver}>Cancel</Button>
        </div>
      )
    case 'checked':
      return <CheckedStep state={state} />
    case 'ended':
      return <EndedStep state={state} />
    default:
      return <SendingStep state={state} />
  }
}

function CheckedStep({ state }: { state: Extract<ImportState, { step: 'checked' }> }) {
  const { file, valid, invalid } = state
  const total = valid + invalid.length
  return (
    <>
      <div class="flex flex-wrap items-center justify-between gap-3">
        <FileName name={file.name} detail={pluralize(total, 'row')} />
        <div class="flex flex-wrap gap-2">
          <Button onClick={startOver}>Choose another</Button>
          {valid > 0 && (
            <Button kind="primary" onClick={() => void startImport(state)}>
              Import
            </Button>
          )}
        </div>
      </div>
      <Notice tone={invalid.length === 0 ? 'good' : 'warn'} class="mt-4">
        {invalid.length === 0
          ? `${total === 1 ? 'The row is' : `All ${formatCount(total)} rows are`} valid.`
          : `${pluralize(invalid.length, 'row')} of ${formatCount(total)} cannot be imported${valid > 0 ? ' and will be left out' : ''}.`}
      </Notice>
      {valid > 0 && <p class="mt-3 text-sm text-muted">{importTime(valid)}</p>}
      <Failures title="What needs fixing" failures={invalid} />
    </>
  )
}

type Sending = Extract<ImportState, { step: 'importing' | 'stopping' }>

function SendingStep({ state }: { state: Sending }) {
  const { file, valid, imported, failed, note, step } = state
  const done = imported + failed.length
  const isStopping = step === 'stopping'
  const left = timeLeft(valid - done)
  return (
    <>
      <div class="flex flex-wrap items-center justify-between gap-3">
        <FileName
          name={file.name}
          detail={`${formatCount(done)} of ${pluralize(valid, 'record')}${failed.length > 0 ? `, ${formatCount(failed.length)} failed` : ''}`}
        />
        <Button onClick={stopImport} isBusy={isStopping}>
          {isStopping ? 'Stopping…' : 'Cancel'}
        </Button>
      </div>
      <progress
        aria-label="Import"
        value={done}
        max={valid}
        class="mt-4 block h-2 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-accent"
      />
      <p class="mt-3 min-h-6 text-sm text-muted" role="status">
        {note ?? (isStopping ? 'Waiting for the current request.' : left && `${sentence(left)}.`)}
      </p>
      <Failures title="What failed so far" failures={failed} />
    </>
  )
}

function EndedStep({ state }: { state: Extract<ImportState, { step: 'ended' }> }) {
  const { file, valid, invalid, imported, failed, error } = state
  const unsent = valid - imported - failed.length
  const isWhole = unsent === 0 && failed.length === 0 && invalid.length === 0
  return (
    <>
      <div class="flex flex-wrap items-center justify-between gap-3">
        <FileName name={file.name} detail={pluralize(valid + invalid.length, 'row')} />
        <div class="flex flex-wrap gap-2">
          {unsent > 0 && <Button onClick={() => void startImport(state)}>Import again</Button>}
          <Button kind="primary" onClick={startOver}>
            Import another file
          </Button>
        </div>
      </div>
      <Notice tone={error ? 'bad' : isWhole ? 'good' : 'warn'} class="mt-4">
        {pluralize(imported, 'member')} imported
        {failed.length + invalid.length > 0 &&
          `, ${formatCount(failed.length + invalid.length)} failed`}
        {unsent > 0 && `, ${formatCount(unsent)} not sent`}.
        {error !== undefined && ` ${reasonOf(error)}`}
        {unsent > 0 && ' You can import the file again: existing members are not changed.'}
      </Notice>
      <Failures title="What failed" failures={[...invalid, ...failed].sort(byRow)} />
    </>
  )
}

function FileName({ name, detail }: { name: string; detail: string }) {
  return (
    <div class="flex min-w-0 items-center gap-3">
      <span class="flex size-9 shrink-0 items-center justify-center rounded-md bg-sunken text-muted">
        <Icon node={FileText} />
      </span>
      <div class="min-w-0">
        <p class="font-medium wrap-anywhere">{name}</p>
        <p class="text-sm text-muted tabular-nums">{detail}</p>
      </div>
    </div>
  )
}

function useLeaveWarning(isNeeded: boolean) {
  useEffect(() => {
    if (!isNeeded) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isNeeded])
}

function reasonOf(error: unknown) {
  if (error instanceof PlatformClientError || error instanceof Error) return error.message
  return 'Something went wrong in this page.'
}

function sentence(text: string) {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function byRow(one: { row: number }, other: { row: number }) {
  return one.row - other.row
}
