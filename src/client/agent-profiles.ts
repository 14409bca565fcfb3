import type { CallOptions } from './options.ts'
import { type ListOptions, numberedPages } from './pages.ts'
import type { AgentProfile } from './platform-types.ts'
import { dataOf, flag, loose, text } from './schema.ts'
import type { Send } from './send.ts'

const Profile = loose<AgentProfile>({ uid: text, name: text, isActive: flag })

const PATH = '/v3/ai-agents/profiles'

export function agentProfiles(send: Send) {
  return {
    /** The agents as users see them, page by page. */
    listProfiles: (options: ListOptions = {}): AsyncGenerator<AgentProfile[]> =>
      numberedPages(send, PATH, Profile, options),

    async getProfile(uid: string, options: CallOptions = {}): Promise<AgentProfile> {
      const path = `${PATH}/${encodeURIComponent(uid)}`
      return (await send({ ...options, method: 'GET', path, answer: dataOf(Profile) })).data
    },
  }
}
