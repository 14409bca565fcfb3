import { useLocation } from 'preact-iso'
import { ActionEditor } from './action-editor.tsx'
import { ActionsImport } from './actions-import.tsx'
import { ActionsList } from './actions-list.tsx'

/** The list, the form of one action, or the import, depending on the URL. */
export function ActionsPage() {
  const { query } = useLocation()
  if ('import' in query) return <ActionsImport />
  if ('new' in query) return <ActionEditor key="new" name={undefined} />
  if (query.action) return <ActionEditor key={query.action} name={query.action} />
  return <ActionsList />
}
