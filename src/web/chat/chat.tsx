import { Page } from '../ui/page.tsx'

export function Chat() {
  return <Page title="Chat">…</Page>
}
