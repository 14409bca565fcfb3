import { Page } from '../ui/page.tsx'

export function Search() {
  return <Page title="Search">…</Page>
}
