/** The sub-pages of the notifications: each has a part of the settings. */
export const SECTIONS = [
  { id: 'groups', path: 'preferences.group', title: 'Group conversations' },
  { id: 'one-to-one', path: 'preferences.oneOnOne', title: 'One-to-one conversations' },
  { id: 'calls', path: 'preferences.call', title: 'Calls' },
  { id: 'mentions', path: 'preferences', title: 'Mentions' },
  { id: 'mute', path: 'preferences.mute', title: 'Do not disturb' },
  { id: 'email', path: 'preferences.email', title: 'Email' },
  { id: 'sms', path: 'preferences.sms', title: 'SMS' },
  { id: 'push', path: 'preferences.push', title: 'Push' },
  { id: 'sounds', path: 'sound', title: 'Sounds' },
  { id: 'templates', path: 'templates', title: 'Templates' },
] as const

export type Section = (typeof SECTIONS)[number]

/** Settings by the name that they have in the schema, without `Setting` and `Override`. */
const WORDS: Readonly<Record<string, string>> = {
  replies: 'Replies in threads',
  reactions: 'Reactions',
  messageEdited: 'A message is edited',
  messageDeleted: 'A message is deleted',
  memberJoined: 'Someone joins',
  memberLeft: 'Someone leaves',
  memberAdded: 'Someone is added',
  memberKicked: 'Someone is removed',
  memberBanned: 'Someone is banned',
  memberUnbanned: 'A ban is lifted',
  memberScopeChanged: 'A member’s role changes',
  initiated: 'A call begins',
  ongoing: 'A call is in progress',
  ended: 'A call ends',
  unanswered: 'A call is not answered',
  cancelled: 'A call is cancelled',
  rejected: 'A call is declined',
  busy: 'The other person is busy',
  bypassPreferencesForMentions: 'Always notify people who are mentioned',
  bypassPreferencesForGroupMentions: 'Always notify when the whole group is mentioned',
  dndPreference: 'Do not disturb',
  from: 'from',
  to: 'to',
  dnd: 'Off all day',
  schedulePreference: 'When notifications are sent',
  schedulePreferenceOverride: 'People may have a schedule of their own',
  mutedGroups: 'People may mute groups',
  mutedOneOnOnes: 'People may mute one-to-one conversations',
  notifyForUnreadOnly: 'Only about unread messages',
  intervalInSeconds: 'Seconds between two digests',
  maxPerDay: 'Maximum a day',
  maxPerDayPerConversation: 'Maximum a day per conversation',
  includeMessageObject: 'Include the message',
  trimTextField: 'Shorten long texts',
  customJson: 'Custom data (JSON)',
  chat: 'Messages',
  call: 'Calls',
  usePrivacyTemplate: 'What a notification shows',
  textMessageTemplate: 'Text message',
  mediaMessageTemplate: 'Media message',
  customMessageTemplate: 'Custom message',
  interactiveFormTemplate: 'Form',
  interactiveCardTemplate: 'Card',
  interactiveSchedulerTemplate: 'Meeting',
  interactiveCustomTemplate: 'Interactive message',
  emailSubjectTemplate: 'Email subject',
  smsContentTemplate: 'SMS',
  titleOneOnOne: 'Title, one-to-one',
  titleGroup: 'Title, group',
  subjectOneOnOne: 'Subject, one-to-one',
  subjectGroup: 'Subject, group',
  bodyOneOnOne: 'Text, one-to-one',
  bodyGroup: 'Text, group',
  body: 'Text',
  body_fallback: 'Text when there is none',
  body_image: 'Text for an image',
  body_video: 'Text for a video',
  body_audio: 'Text for audio',
  body_file: 'Text for a file',
}

const AMOUNTS = ['Nothing', 'Everything', 'Mentions only']

/** The values of settings that are one of three, from 1. */
const CHOICES: Readonly<Record<string, readonly string[]>> = {
  reactions: ['Nothing', 'To their own messages', 'Everything'],
  usePrivacyTemplate: ['The message', 'That there is a message', 'What each person chooses'],
}

/** A setting in words. One that is new in the schema has the words of its name. */
export function settingWords(name: string): string {
  const [, template, variant] = /^(\w+Template)(Default|Privacy)$/.exec(name) ?? []
  if (template)
    return `${settingWords(template)}${variant === 'Privacy' ? ', without its content' : ''}`
  const base = baseOf(name)
  const words = base.replaceAll(/[A-Z_]/g, (letter) => ` ${letter.toLowerCase()}`)
  return WORDS[name] ?? WORDS[base] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

export function choicesOf(name: string): readonly string[] {
  return CHOICES[baseOf(name)] ?? AMOUNTS
}

/** `messages` is set by `messagesSetting`; with `messagesOverride` people may choose themselves. */
export function baseOf(name: string): string {
  return name.replace(/(Setting|Override)$/, '')
}
