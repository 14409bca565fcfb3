import { env, SELF } from 'cloudflare:test'
import { expect, it } from 'vitest'
import { d1Database, refuseLaterD1 } from '../../src/storage/d1-database.ts'
import { emptyDatabase } from '../helper/test-database.ts'

it('D1: a database that a later version wrote is refused in words, while rankings go on', async () => {
  await emptyDatabase()
  const database = d1Database(env.DB)
  await refuseLaterD1(database)
  await env.DB.prepare("insert into d1_migrations (name) values ('9999_later.sql')").run()
  try {
    await expect(refuseLaterD1(database)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('A later version of Launchboard wrote the database.'),
    })
    expect((await SELF.fetch('http://localhost/api/top')).status).toBe(200)
  } finally {
    await env.DB.prepare("delete from d1_migrations where name = '9999_later.sql'").run()
  }
})
