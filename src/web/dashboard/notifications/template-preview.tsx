import { Bell } from 'lucide'
import { RequestError } from '../../api/request-error.ts'
import { useQuery } from '../../api/use-query.ts'
import { errorMessage } from '../../ui/error-notice.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { platform } from '../platform-client.ts'
import { wordsOf } from './words.ts'

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
  kind: string
  variant: string
  texts: Readonly<Record<string, unknown>>
}

interface Rendered {
  data: { rendered: Readonly<Record<string, string>> }
}

/** The notifications of a template for an example message, as the service renders them. */
export function TemplatePreview({ kind, variant, texts }: PreviewProps) {
  const body = { template: kind, variant, texts, message: EXAMPLE_MESSAGE }
  const { data, error } = useQuery(JSON.stringify(texts), async (signal) => {
    // The next letter aborts this one.
    await new Promise((resolve) => setTimeout(resolve, DEBOUNCE_MS))
    signal.throwIfAborted()
    const path = '/v3/notifications/v1/settings/preview'
    return platform.value.request<Rendered>(path, { method: 'POST', body, signal })
  })
  return (
    <section aria-label="Preview" class="min-w-0 space-y-4 rounded-md bg-sunken p-4">
      {error !== undefined && <Notice tone="warn">{issueOf(error)}</Notice>}
      {!data && error === undefined && <Skeleton class="h-44 w-full" />}
      {data && <Notifications rendered={data.data.rendered} />}
    </section>
  )
}

/** The names of the texts end with where they are shown; those that do not are shown in both. */
function Notifications({ rendered }: { rendered: Readonly<Record<string, string>> }) {
  const texts = Object.entries(rendered)
  return (
    <>
      {(['OneOnOne', 'Group'] as const).map((where) => {
        const other = where === 'Group' ? 'OneOnOne' : 'Group'
        const shown = texts.filter(([name]) => !name.endsWith(other))
        return (
          <div key={where}>
            <p class="mb-1.5 text-xs text-muted">
              {where === 'Group' ? 'In a group' : 'One-to-one'}
            </p>
            <div class="flex gap-3 rounded-xl bg-surface p-3 shadow-card">
              <span class="flex size-8 shrink-0 items-center justify-center rounded-lg bg-accent-soft text-accent">
                <Icon node={Bell} />
              </span>
              <div class="min-w-0 text-sm wrap-anywhere">
                {shown.map(([name, text]) => (
                  <p key={name} class={/^(title|subject)/.test(name) ? 'font-semibold' : ''}>
                    {text || <span class="text-muted">(empty)</span>}
                  </p>
                ))}
              </div>
            </div>
          </div>
        )
      })}
    </>
  )
}

/** The service names the text that it cannot render. */
function issueOf(error: unknown) {
  const [issue] = error instanceof RequestError ? Object.entries(error.details) : []
  return issue ? `${wordsOf(issue[0].split('.').at(-1) ?? '')} ${issue[1]}.` : errorMessage(error)
}
