// Named imports without `with`: otherwise bundlers include the whole manifest.
import { commit, date } from '../../data/build.json'
import { license, name, version } from '../../package.json'

/** How the service describes itself, in OpenAPI, MCP and on the command line. */
export const ABOUT = {
  name,
  title: 'Launchboard',
  version,
  license,
  build: { commit, date },
  description: 'Ranks product launches and talks about them.',
}
