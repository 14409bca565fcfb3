import { useLocation } from 'preact-iso'
import { AgentEditor } from './agent-editor.tsx'
import { AgentsList } from './agents-list.tsx'

/** The list, or one agent's form: which one stands in the address, and so survives a reload. */
export function AgentsPlace() {
  const { query } = useLocation()
  if ('new' in query) return <AgentEditor key="new" uid={undefined} />
  if (query.agent) return <AgentEditor key={query.agent} uid={query.agent} />
  return <AgentsList />
}
