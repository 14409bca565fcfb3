import { FileText } from 'lucide'
import type { ComponentChildren } from 'preact'
import { formatCount, pluralize } from '../../product/format.ts'
import { Button, Icon } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Failures } from './failures.tsx'
import { type Sending, startImport, startOver, stopImport } from './member-import.ts'

export const RECORDS_PER_REQUEST = 50
/** The rate limit of the platform is 60. */
const REQUESTS_PER_MINUTE = 55
/** Groups and users whose details differ. */
const MAX_SHOWN = 20

/** An import while it is sent. */
export function Progress({ file, valid, imported, failed, note, phase }: Sending) {
  const done = imported + failed.length
  const isStopping = phase === 'stopping'
  const failures = failed.length > 0 ? `, ${formatCount(failed.length)} failed` : ''
  const minutes = minutesOf(valid - done)
  const left = minutes > 1 ? `About ${pluralize(minutes, 'minute')} left.` : ''
  return (
    <>
      <FileRow
        name={file.name}
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
        {note ?? (isStopping ? 'Waiting for the current request to finish.' : left)}
      </p>
      <Failures failures={failed} />
    </>
  )
}

/** What came of it. */
export function Ended({ file, valid, imported, failed, error, differences, isUpdate }: Sending) {
  const { name, members, invalid } = file
  const unsent = valid - imported - failed.length
  const isComplete = unsent === 0 && failed.length === 0
  return (
    <>
      <FileRow name={name} detail={pluralize(members?.rows.length ?? 0, 'row')}>
        {unsent > 0 && (
          <Button onClick={() => void startImport(file, isUpdate)}>Import again</Button>
        )}
        <Button kind="primary" onClick={startOver}>
          Import another file
        </Button>
      </FileRow>
      <Notice tone={error ? 'bad' : isComplete ? 'good' : 'warn'}>
        {pluralize(imported, 'member')} imported
        {failed.length > 0 && `, ${formatCount(failed.length)} failed`}
        {unsent > 0 && `, ${formatCount(unsent)} not sent`}.
        {error !== undefined && ` ${error instanceof Error ? error.message : 'It was cut short.'}`}
        {unsent > 0 && ' You can import the file again: existing members stay as they are.'}
      </Notice>
      {differences.length > 0 && (
        <p class="text-sm text-muted wrap-anywhere">
          {isUpdate ? 'Updated: ' : 'Left as they are, though the file differs: '}
          {differences.slice(0, MAX_SHOWN).join('; ')}
          {differences.length > MAX_SHOWN &&
            `; and ${formatCount(differences.length - MAX_SHOWN)} more`}
          .
        </p>
      )}
      {invalid.length > 0 && (
        <p class="text-sm text-muted">{pluralize(invalid.length, 'invalid row')} left out.</p>
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

/** A file, and what can be done with it. */
export function FileRow({ name, detail, children }: FileRowProps) {
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

export function minutesOf(records: number) {
  return Math.ceil(records / RECORDS_PER_REQUEST / REQUESTS_PER_MINUTE)
}
