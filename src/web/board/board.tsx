import { Page } from '../ui/page.tsx'

export function Board() {
  return <Page title="Board">…</Page>
}
