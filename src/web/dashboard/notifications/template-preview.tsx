import { Bell } from 'lucide'
import { useEffect, useState } from 'preact/hooks'
import { RequestError } from '../../api/request-error.ts'
import { useQuery } from '../../api/use-query.ts'
import { cx } from '../../ui/cx.ts'
import { errorMessage } from '../../ui/error-notice.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { platform } from '../platform-client.ts'
import { inputOf } from './settings-form.ts'
import { type TemplateKind, templateFields, type Variant } from './template-kinds.ts'

const DEBOUNCE_MS = 250

const EXAMPLE_MESSAGE = {
  data: {
    text: 'Shall we launch on Tuesday?',
    interactiveData: { title: 'Launch day', text: 'Pick a time for the launch.' },
    entities: {
      sender: { entity: { name: 'Ada' } },
      receiver: { entity: { name: 'Launch team' } },
    },
  },
}

interface PreviewProps {
  kind: TemplateKind
  variant: Variant
}

/** Renders a template with an example message, saved or not. */
export function TemplatePreview({ kind, variant }: PreviewProps) {
  const texts = Object.fromEntries(
    templateFields(kind, variant).map((field) => [field.path.split('.').pop(), inputOf(field)]),
  )
  const debounced = useDebounced(JSON.stringify(texts))
  const { data, error, reload } = useQuery(`${kind.name}${variant}${debounced}`, (signal) =>
    platform.value.request<{ data: { rendered: Record<string, string> } }>(
      '/v3/notifications/v1/settings/preview',
      {
        method: 'POST',
        body: {
          template: kind.name,
          variant,
          texts: JSON.parse(debounced),
          message: EXAMPLE_MESSAGE,
        },
        signal,
      },
    ),
  )
  const rendered = data?.data.rendered
  return (
    <section aria-label="Preview" class="min-w-0 rounded-lg bg-sunken p-4">
      <p class="mb-3 text-[13px] font-medium text-muted">Preview</p>
      {error !== undefined && (
        <p role="status" class="mb-3 text-[13px] text-bad wrap-anywhere">
          {issueOf(error, kind, variant)}
          {!(error instanceof RequestError && error.status === 400) && (
            <button type="button" onClick={reload} class="ml-1 font-medium underline">
              Try again
            </button>
          )}
        </p>
      )}
      {!rendered && error === undefined && <Skeleton class="h-44 w-full" />}
      {rendered && (
        <div class={cx('space-y-3', error !== undefined && 'opacity-60')}>
          {cardsOf(rendered).map(({ context, title, bodies }) => (
            <Notification key={context} context={context} title={title} bodies={bodies} />
          ))}
        </div>
      )}
    </section>
  )
}

interface NotificationProps {
  context: string
  title: string | undefined
  bodies: readonly string[]
}

function Notification({ context, title, bodies }: NotificationProps) {
  return (
    <div>
      <p class="mb-1 text-xs text-muted">{context}</p>
      <div class="flex gap-3 rounded-xl border border-line bg-surface p-3 shadow-card">
        <span class="flex size-8 shrink-0 items-center justify-center rounded-lg bg-accent-soft text-accent">
          <Icon node={Bell} />
        </span>
        <div class="min-w-0 text-sm wrap-anywhere">
          {title !== undefined && <p class="font-semibold">{title || '(no title)'}</p>}
          {bodies.map((body, at) => (
            // The texts of a template have a fixed order.
            <p key={at}>{body || '(empty)'}</p>
          ))}
        </div>
      </div>
    </div>
  )
}

function cardsOf(rendered: Record<string, string>) {
  const { titleOneOnOne, titleGroup, subjectOneOnOne, subjectGroup } = rendered
  const { bodyOneOnOne, bodyGroup } = rendered
  const bodies = Object.entries(rendered)
    .filter(([name]) => /^body($|_)/.test(name))
    .map(([, text]) => text)
  const bodyOr = (text: string | undefined) => (text === undefined ? bodies : [text])
  return [
    {
      context: 'In a one-to-one conversation',
      title: titleOneOnOne ?? subjectOneOnOne,
      bodies: bodyOr(bodyOneOnOne),
    },
    { context: 'In a group', title: titleGroup ?? subjectGroup, bodies: bodyOr(bodyGroup) },
  ]
}

/** The platform reports invalid texts by their path. */
function issueOf(error: unknown, kind: TemplateKind, variant: Variant) {
  if (!(error instanceof RequestError) || error.status !== 400) return errorMessage(error)
  const fields = templateFields(kind, variant)
  const [issue] = Object.entries(error.details).map(([path, message]) => {
    const field = fields.find((one) => one.path.endsWith(`.${path.split('.').pop()}`))
    return `${field?.label ?? path} ${message}.`
  })
  return issue ?? error.message
}

function useDebounced(text: string) {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return debounced
}
