import { Page } from '../../ui/page.tsx'
import { GroupsSection } from './groups-section.tsx'
import { ImportSection } from './import-section.tsx'

export function MembersPlace() {
  return (
    <Page
      title="Members"
      lead="Import members into groups from a file, and see who is in each group."
    >
      <ImportSection />
      <GroupsSection />
    </Page>
  )
}
