import { createClient } from '@libsql/client/http'
import { drizzle } from 'drizzle-orm/libsql/http'
import { testApp } from './test-services.ts'

/** The OpenAPI document of a service with a chat platform. Nothing is asked of its database. */
export async function openapiDocument(): Promise<unknown> {
  const database = drizzle(createClient({ url: 'http://localhost' }))
  const { app } = testApp({ runtime: { database } })
  return (await app.request('/openapi.json')).json()
}
