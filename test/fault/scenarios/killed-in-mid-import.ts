import { post } from '../../helper/test-services.ts'
import { textsOf } from '../acknowledged.ts'
import { createRandom } from '../random.ts'
import { createTally, type Scenario, type TallyBuilder } from '../scenario.ts'
import { newDatabase, type Service, startService } from '../service.ts'

const SENDERS = 6
const MEMBERS_A_CALL = 10
/** A key may import 60 times a minute, and a flood needs more. */
const KEYS = Array.from({ length: 20 }, (_, at) => `fault-suite-import-key-${at}`)

/** SIGKILL while imports are on their way, again and again on the same database. */
export const killedInMidImport: Scenario = {
  name: 'killed in mid-import',

  async run({ seed, kills }) {
    const builder = createTally()
    const random = createRandom(seed)
    const env = { DATABASE_URL: await newDatabase(), PLATFORM_API_KEYS: KEYS.join(',') }
    const acknowledged = new Set<string>()
    for (let round = 0; round < kills; round += 1) {
      const service = await startService({ env })
      await importUntilKilled(service, {
        round,
        answers: 5 + random.below(25),
        acknowledged,
        builder,
      })
    }

    const stored = await textsOf(env.DATABASE_URL, "select guid || '/' || uid from members")
    for (const member of [...acknowledged].flatMap(membersOf)) {
      if (!stored.has(member)) builder.lost(member)
    }
    for (const guid of incomplete(stored)) builder.wrong(`${guid} was imported in part`)
    return builder.tally
  },
}

interface Round {
  round: number
  /** The service is killed after this many. */
  answers: number
  /** Groups whose import was acknowledged. */
  acknowledged: Set<string>
  builder: TallyBuilder
}

async function importUntilKilled(service: Service, options: Round): Promise<void> {
  const { round, answers, acknowledged, builder } = options
  let sent = 0
  let answered = 0

  const note = (guid: string, status: string) => {
    if (status !== 'imported') return builder.wrong(`import of ${guid}: ${status}`)
    acknowledged.add(guid)
    return builder.right()
  }

  const sendUntilKilled = async () => {
    for (;;) {
      const guid = `r${round}-c${sent}`
      const apikey = KEYS[sent % KEYS.length] ?? ''
      sent += 1
      const status = await importGroup(service.url, guid, apikey)
      if (status === 'gone') return
      note(guid, status)
      answered += 1
      if (answered === answers) service.child.kill('SIGKILL')
    }
  }
  await Promise.all(Array.from({ length: SENDERS }, sendUntilKilled))
  await service.exited
}

/** `imported`, `gone` where the service is, or what was answered instead. */
async function importGroup(url: string, guid: string, apikey: string): Promise<string> {
  try {
    const init = post(importOf(guid), { apikey })
    const response = await fetch(`${url}/v3/data_import/members`, init)
    const { data = {} } = await response.json()
    const outcomes = Object.values<{ success: boolean }>(data)
    const isWhole = outcomes.length === MEMBERS_A_CALL && outcomes.every(({ success }) => success)
    return isWhole ? 'imported' : `${response.status} ${JSON.stringify(data).slice(0, 200)}`
  } catch {
    return 'gone'
  }
}

function membersOf(guid: string) {
  return uidsOf(guid).map((uid) => `${guid}/${uid}`)
}

function uidsOf(guid: string) {
  return Array.from({ length: MEMBERS_A_CALL }, (_, at) => `${guid}-${at}`)
}

/** One call: a group of its own, with members nobody else has. */
function importOf(guid: string) {
  const groupDetails = { guid, name: guid, type: 'public' }
  const records = uidsOf(guid).map((uid) => {
    const memberId = `${guid}_${uid}`
    const userDetails = { uid, name: uid, metadata: { filler: 'x'.repeat(500) } }
    return [memberId, { memberId, guid, uid, groupDetails, userDetails }]
  })
  return { members: Object.fromEntries(records) }
}

/** A call is one transaction: all of its members are there, or none. */
function incomplete(members: ReadonlySet<string>) {
  const counts = new Map<string, number>()
  for (const member of members) {
    const guid = member.split('/')[0] ?? ''
    counts.set(guid, (counts.get(guid) ?? 0) + 1)
  }
  return [...counts].filter(([, count]) => count !== MEMBERS_A_CALL).map(([guid]) => guid)
}
