import * as z from 'zod'
import { CustomJson } from './custom-json.ts'
import { fields } from './fields.ts'
import { Schedule } from './schedule.ts'

const MESSAGES = ['messages', 'replies', 'reactions']
const CHANGES = ['messageEditedSetting', 'messageDeletedSetting']
const MEMBERS = [
  ...['memberLeft', 'memberAdded', 'memberJoined', 'memberKicked', 'memberBanned'],
  ...['memberUnbanned', 'memberScopeChanged'],
]
const CALLS = ['busy', 'cancelled', 'ended', 'initiated', 'ongoing', 'rejected', 'unanswered']

const MOST_SECONDS = 7 * 24 * 60 * 60
const MOST_A_DAY = 10_000

const On = z.boolean().default(true)
const Off = z.boolean().default(false)
const Cap = z.int().min(0).max(MOST_A_DAY)

const Amount = z
  .int()
  .min(1)
  .max(3)
  .describe('1: none. 2: all; reactions: those on own messages. 3: mentions only; reactions: all.')
const Notify = z.int().min(1).max(2).describe('1: do not notify. 2: notify.')
const Switch = z.int().min(1).max(2).describe('1: off. 2: on.')

const conversation = {
  ...chosen(MESSAGES, Amount.default(2), On),
  ...fields(CHANGES, () => Notify.default(2)),
}

/** What goes along with a notification. */
const inclusions = {
  includeMessageObjectSetting: Off,
  includeSenderMetadataSetting: On,
  includeReceiverMetadataSetting: On,
  includeMessageMetadataSetting: On,
}

const Digest = z
  .object({
    notifyForUnreadOnly: On,
    intervalInSeconds: z.int().min(0).max(MOST_SECONDS).default(7200),
    maxPerDay: Cap.default(20),
    maxPerDayPerConversation: Cap.default(2),
    ...inclusions,
  })
  .prefault({})

/** Who is notified of what. An `Override` says whether users may choose for themselves. */
export const Preferences = z
  .object({
    group: z.object({ ...conversation, ...chosen(MEMBERS, Notify.default(1), On) }).prefault({}),
    oneOnOne: z.object(conversation).prefault({}),
    call: z.object(chosen(CALLS, Notify.default(1), Off)).prefault({}),
    bypassPreferencesForMentions: On,
    bypassPreferencesForGroupMentions: Off,
    mute: z
      .object({
        dndPreferenceSetting: Switch.default(1),
        dndPreferenceOverride: On,
        schedulePreferenceSetting: Schedule,
        schedulePreferenceOverride: On,
        mutedGroupsOverride: On,
        mutedOneOnOnesOverride: On,
      })
      .prefault({}),
    email: Digest,
    sms: Digest,
    push: z
      .object({ ...inclusions, trimTextFieldSetting: Off, customJson: CustomJson })
      .prefault({}),
  })
  .prefault({})

function chosen<Setting>(names: readonly string[], setting: Setting, override: typeof On) {
  return {
    ...fields(
      names.map((name) => `${name}Setting`),
      () => setting,
    ),
    ...fields(
      names.map((name) => `${name}Override`),
      () => override,
    ),
  }
}
