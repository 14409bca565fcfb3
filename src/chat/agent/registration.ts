import type * as z from 'zod'
import type { RegisteredAgent } from '../delivery/run-input.ts'
import { type AgentChange, type AgentRow, integrationOf } from './agent.ts'
import type { DataKeys } from './header-secrets.ts'
import { headersAfter, openHeaders, type RegistrationHeaders } from './headers.ts'

/** How an agent is called, as it is registered or about to be. */
export interface Registration
  extends Pick<AgentRow, 'uid' | 'integrateWith' | 'tools' | 'actions'> {
  baseUrl: string
  agentId: string
  headers: RegistrationHeaders
}

export function registrationOf(row: AgentRow): Registration {
  return registrationAfter(row, {})
}

/** A registration after a change, which is not checked yet. */
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
 * An agent ready to be called, with its headers decrypted.
 *
 * @throws PlatformError `ERR_NOT_CONFIGURED` if its headers cannot be decrypted.
 */
export async function toRegistered(
  registration: Registration,
  keys: DataKeys,
): Promise<RegisteredAgent> {
  const { integrateWith, baseUrl: url, agentId } = registration
  const headers = await openHeaders(registration.headers, registration, keys)
  return { integrateWith, url, agentId, headers }
}
