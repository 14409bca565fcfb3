// Imported by name, without `with`: else a bundler would take the whole manifest along.
import { license, name, version } from '../../package.json'

/** What the service says of itself to whatever describes it. */
export const ABOUT = {
  name,
  title: 'Launchboard',
  version,
  license,
  description: 'Ranks product launches and talks about them.',
}
