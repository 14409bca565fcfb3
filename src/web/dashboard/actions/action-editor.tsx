import { useQuery } from '../../api/use-query.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Page } from '../../ui/page.tsx'
import { FormSkeleton } from '../form-skeleton.tsx'

import { ActionForm } from './action-form.tsx'
import { ACTIONS_HREF } from './action-hrefs.ts'
import { loadAction } from './action-requests.ts'

/** Edits an action, or creates one if there is no `name`. */
export function ActionEditor({ name }: { name: string | undefined }) {
  const { data, error, reload } = useQuery(`action ${name}`, (signal) => load(name, signal))
  return (
    <Page
      title={name === undefined ? 'New action' : (data?.action?.displayName ?? name)}
      lead={
        <a href={ACTIONS_HREF} class="underline underline-offset-4 hover:text-ink">
          All actions
        </a>
      }
    >
      {data && <ActionForm action={data.action} />}
      {!data && error !== undefined && <ErrorNotice error={error} onRetry={reload} />}
      {!data && error === undefined && <FormSkeleton />}
    </Page>
  )
}

async function load(name: string | undefined, signal: AbortSignal) {
  return { action: name === undefined ? undefined : await loadAction(name, signal) }
}
