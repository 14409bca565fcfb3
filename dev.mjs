// `npm run dev`: the service, restarted on every change, and the page, reloaded as it is edited.
import { concurrently } from 'concurrently'

const { LOG_FORMAT = 'pretty' } = process.env
const { result } = concurrently(
  [
    { name: 'service', command: 'tsx watch src/node.ts', env: { LOG_FORMAT } },
    { name: 'page', command: 'vite' },
  ],
  { killOthersOn: ['failure', 'success'] },
)
await result.catch(() => process.exit(1))
