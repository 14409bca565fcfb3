import { useLocation } from 'preact-iso'
import { AgentEditor } from './agent-editor.tsx'
import { AgentsList } from './agents-list.tsx'

/** The list, or the form of one agent, depending on the URL. */
export function AgentsPage() {
  const { query } = useLocation()
  if ('new' in query) return <AgentEditor key="new" uid={undefined} />
  if (query.agent) return <AgentEditor key={query.agent} uid={query.agent} />
  return <AgentsList />
}
