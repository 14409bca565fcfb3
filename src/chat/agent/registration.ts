import type * as z from 'zod'
import type { RegisteredAgent } from '../delivery/run-input.ts'
import { type AgentChange, type AgentRow, integrationOf } from './agent.ts'
import type { HeaderCipher } from './header-cipher.ts'
import { headersAfter, openHeaders, type RegistrationHeaders } from './headers.ts'

/** How an agent is asked: as it is registered, or as it is about to be. */
export interface Registration
  extends Pick<AgentRow, 'uid' | 'integrateWith' | 'tools' | 'actions'> {
  baseUrl: string
  agentId: string
  headers: RegistrationHeaders
}

export function registrationOf(row: AgentRow): Registration {
  return registrationAfter(row, {})
}

/** What a registration would be after a change, which may have to be checked yet. */
export function registrationAfter(
  row: AgentRow,
  change: Pick<
    z.output<typeof AgentChange>,
    'integrateWith' | 'tools' | 'actions' | 'integrationMeta'
  >,
): Registration {
  const { headers: stored, ...place } = integrationOf(row)
  const {
    headers: sent,
    baseUrl = place.baseUrl,
    agentId = place.agentId,
  } = change.integrationMeta ?? {}
  return {
    uid: row.uid,
    integrateWith: change.integrateWith ?? row.integrateWith,
    tools: change.tools ?? row.tools,
    actions: change.actions ?? row.actions,
    baseUrl,
    agentId,
    headers: headersAfter(sent, stored),
  }
}

/**
 * An agent as a delivery calls it.
 *
 * @throws PlatformError `ERR_NOT_CONFIGURED` when its headers cannot be decrypted.
 */
export async function toRegistered(
  registration: Registration,
  cipher: HeaderCipher,
): Promise<RegisteredAgent> {
  const { integrateWith, baseUrl: url, agentId } = registration
  const headers = await openHeaders(registration.headers, registration, cipher)
  return { integrateWith, url, agentId, headers }
}
