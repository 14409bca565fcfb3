import { type Access, createAccess } from '../access/access.ts'
import { authenticate } from '../access/authenticate.ts'
import { clientAddress } from '../access/client-address.ts'
import { memoryLimiter } from '../access/memory-limiter.ts'
import type { Config } from '../config.ts'
import type { Picking } from './picking.ts'

export function pickAccess({ access }: Config, deps: Picking): Access | undefined {
  const { clock, ...runtime } = deps
  const { perMinute, isUnlimited, trustedProxies } = access
  const own = perMinute > 0 ? memoryLimiter({ perMinute, clock }) : undefined
  const limiter = isUnlimited ? undefined : (runtime.limiter ?? own)
  const authenticated = authenticate(access, deps)
  if (!authenticated && !limiter) return undefined
  const address = runtime.clientAddress ?? clientAddress(trustedProxies)
  return createAccess({ authenticate: authenticated, limiter, clientAddress: address })
}
