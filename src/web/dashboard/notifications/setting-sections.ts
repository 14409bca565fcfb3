import { KINDS, type SettingKind } from './setting-kinds.ts'

export interface SettingField {
  /** The full path, such as `preferences.group.messagesSetting`. */
  path: string
  label: string
  kind: SettingKind
  hint?: string
}

/** A row of the form: a setting, and whether users may override it. */
export interface SettingRow {
  field: SettingField
  override?: SettingField | undefined
}

export interface SettingSection {
  id: string
  title: string
  lead: string
  rows: readonly SettingRow[]
}

const { AMOUNT, REACTIONS, NOTIFY, SWITCH, ON_OFF, WHOLE_NUMBER, TIME, TEXT, JSON_OBJECT } = KINDS

export const DAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const
const SCHEDULE = 'preferences.mute.schedulePreferenceSetting'

const conversation = (prefix: string): SettingRow[] => [
  chosen(`${prefix}.messages`, 'Messages', AMOUNT),
  chosen(`${prefix}.replies`, 'Replies in threads', AMOUNT),
  chosen(`${prefix}.reactions`, 'Reactions', REACTIONS),
  row(`${prefix}.messageEditedSetting`, 'A message is edited', NOTIFY),
  row(`${prefix}.messageDeletedSetting`, 'A message is deleted', NOTIFY),
]

const group = 'preferences.group'
const call = 'preferences.call'
const mute = 'preferences.mute'

export const SECTIONS: readonly SettingSection[] = [
  {
    id: 'groups',
    title: 'Group conversations',
    lead: 'What members of a group are notified of.',
    rows: [
      ...conversation(group),
      chosen(`${group}.memberJoined`, 'Someone joins', NOTIFY),
      chosen(`${group}.memberLeft`, 'Someone leaves', NOTIFY),
      chosen(`${group}.memberAdded`, 'Someone is added', NOTIFY),
      chosen(`${group}.memberKicked`, 'Someone is removed', NOTIFY),
      chosen(`${group}.memberBanned`, 'Someone is banned', NOTIFY),
      chosen(`${group}.memberUnbanned`, 'A ban is lifted', NOTIFY),
      chosen(`${group}.memberScopeChanged`, 'A member’s role changes', NOTIFY),
    ],
  },
  {
    id: 'one-on-one',
    title: 'One-to-one conversations',
    lead: 'What the two users of a conversation are notified of.',
    rows: conversation('preferences.oneOnOne'),
  },
  {
    id: 'calls',
    title: 'Calls',
    lead: 'What users are notified of during a call.',
    rows: [
      chosen(`${call}.initiated`, 'A call begins', NOTIFY),
      chosen(`${call}.ongoing`, 'A call is in progress', NOTIFY),
      chosen(`${call}.ended`, 'A call ends', NOTIFY),
      chosen(`${call}.unanswered`, 'A call is not answered', NOTIFY),
      chosen(`${call}.cancelled`, 'A call is cancelled', NOTIFY),
      chosen(`${call}.rejected`, 'A call is declined', NOTIFY),
      chosen(`${call}.busy`, 'The other side is busy', NOTIFY),
    ],
  },
  {
    id: 'mentions',
    title: 'Mentions',
    lead: 'Whether mentions override the preferences of users.',
    rows: [
      row('preferences.bypassPreferencesForMentions', 'Always notify mentioned users', ON_OFF),
      row(
        'preferences.bypassPreferencesForGroupMentions',
        'Always notify when the whole group is mentioned',
        ON_OFF,
      ),
    ],
  },
  {
    id: 'mute',
    title: 'Do not disturb',
    lead: 'When users get no notifications.',
    rows: [
      {
        field: field(`${mute}.dndPreferenceSetting`, 'Do not disturb', SWITCH),
        override: overrideOf(`${mute}.dndPreferenceOverride`, 'Do not disturb'),
      },
      row(`${mute}.schedulePreferenceOverride`, 'Users may have their own schedule', ON_OFF),
      row(`${mute}.mutedGroupsOverride`, 'Users may mute groups', ON_OFF),
      row(`${mute}.mutedOneOnOnesOverride`, 'Users may mute one-to-one conversations', ON_OFF),
    ],
  },
  {
    id: 'email',
    title: 'Email',
    lead: 'Digests of unread messages.',
    rows: digest('preferences.email', 'emails'),
  },
  {
    id: 'sms',
    title: 'SMS',
    lead: 'Text messages about unread messages.',
    rows: digest('preferences.sms', 'text messages'),
  },
  {
    id: 'push',
    title: 'Push',
    lead: 'What a push notification carries.',
    rows: [
      ...inclusions('preferences.push'),
      row('preferences.push.trimTextFieldSetting', 'Shorten long texts', ON_OFF),
      row('preferences.push.customJson', 'Data of your own', JSON_OBJECT),
    ],
  },
  {
    id: 'sound',
    title: 'Sounds',
    lead: 'Names of sounds in your app.',
    rows: [row('sound.chat', 'Messages', TEXT), row('sound.call', 'Calls', TEXT)],
  },
]

/** The fields of a day: when notifications are sent, or that none are. */
export function dayFields(day: (typeof DAYS)[number]) {
  const name = day.charAt(0).toUpperCase() + day.slice(1)
  return {
    name,
    from: field(`${SCHEDULE}.${day}.from`, `${name} from`, TIME),
    to: field(`${SCHEDULE}.${day}.to`, `${name} to`, TIME),
    dnd: field(`${SCHEDULE}.${day}.dnd`, `None on ${name}`, ON_OFF),
  }
}

function digest(prefix: string, what: string): SettingRow[] {
  return [
    row(`${prefix}.notifyForUnreadOnly`, 'Only about unread messages', ON_OFF),
    row(`${prefix}.intervalInSeconds`, `Seconds between two ${what}`, WHOLE_NUMBER),
    row(`${prefix}.maxPerDay`, 'At most a day', WHOLE_NUMBER),
    row(`${prefix}.maxPerDayPerConversation`, 'At most a day per conversation', WHOLE_NUMBER),
    ...inclusions(prefix),
  ]
}

function inclusions(prefix: string): SettingRow[] {
  return [
    row(`${prefix}.includeMessageObjectSetting`, 'Include the message', ON_OFF),
    row(`${prefix}.includeSenderMetadataSetting`, 'Include the sender’s metadata', ON_OFF),
    row(`${prefix}.includeReceiverMetadataSetting`, 'Include the receiver’s metadata', ON_OFF),
    row(`${prefix}.includeMessageMetadataSetting`, 'Include the message’s metadata', ON_OFF),
  ]
}

function row(path: string, label: string, kind: SettingKind): SettingRow {
  return { field: field(path, label, kind) }
}

function chosen(prefix: string, label: string, kind: SettingKind): SettingRow {
  return {
    field: field(`${prefix}Setting`, label, kind),
    override: overrideOf(`${prefix}Override`, label),
  }
}

function overrideOf(path: string, label: string) {
  return field(path, `Users may choose: ${label}`, ON_OFF)
}

function field(path: string, label: string, kind: SettingKind): SettingField {
  return { path, label, kind }
}
