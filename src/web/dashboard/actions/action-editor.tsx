import type { Action } from '../../api/answers.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { Failure } from '../../ui/failure.tsx'
import { Page } from '../../ui/page.tsx'
import { FormSkeleton } from '../form-skeleton.tsx'
import { platform } from '../platform-client.ts'
import { ActionForm } from './action-form.tsx'
import { ACTIONS_ADDRESS } from './addresses.ts'

/** The form of one action, or of a new one. */
export function ActionEditor({ name }: { name: string | undefined }) {
  const { data, error, reload } = useLoaded(`action ${name}`, (signal) => load(name, signal))
  return (
    <Page
      title={name === undefined ? 'New action' : (data?.action?.displayName ?? name)}
      lead={
        <a href={ACTIONS_ADDRESS} class="underline underline-offset-4 hover:text-ink">
          All actions
        </a>
      }
    >
      {data && <ActionForm action={data.action} />}
      {!data && error !== undefined && <Failure error={error} onRetry={reload} />}
      {!data && error === undefined && <FormSkeleton />}
    </Page>
  )
}

async function load(name: string | undefined, signal: AbortSignal) {
  if (name === undefined) return { action: undefined }
  const path = `/v3/ai-agents/tools/${encodeURIComponent(name)}`
  const { data: action } = await platform.value.request<{ data: Action }>(path, { signal })
  return { action }
}
