type Setting<Name extends string> = Record<`${Name}Setting`, number>
type Override<Name extends string> = Record<`${Name}Override`, boolean>
type Chosen<Name extends string> = Setting<Name> & Override<Name>
type Texts<Name extends string> = Record<Name, string>

type Conversation = Chosen<'messages' | 'replies' | 'reactions'> &
  Setting<'messageEdited' | 'messageDeleted'>

type MemberEvent =
  | 'memberLeft'
  | 'memberAdded'
  | 'memberJoined'
  | 'memberKicked'
  | 'memberBanned'
  | 'memberUnbanned'
  | 'memberScopeChanged'

type CallEvent =
  | 'busy'
  | 'cancelled'
  | 'ended'
  | 'initiated'
  | 'ongoing'
  | 'rejected'
  | 'unanswered'

type Day = 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday'

interface Inclusions {
  includeMessageObjectSetting: boolean
  includeSenderMetadataSetting: boolean
  includeReceiverMetadataSetting: boolean
  includeMessageMetadataSetting: boolean
}

interface Digest extends Inclusions {
  notifyForUnreadOnly: boolean
  intervalInSeconds: number
  maxPerDay: number
  maxPerDayPerConversation: number
}

interface Mute {
  dndPreferenceSetting: number
  dndPreferenceOverride: boolean
  /** `from` and `to` are times of day, HHMM: 0 to 2359. */
  schedulePreferenceSetting: Record<Day, { from: number; to: number; dnd: boolean }>
  schedulePreferenceOverride: boolean
  mutedGroupsOverride: boolean
  mutedOneOnOnesOverride: boolean
}

type Titled<Name extends string> = Texts<'titleOneOnOne' | 'titleGroup' | Name>

interface Templates {
  textMessageTemplate: Titled<'body'>
  mediaMessageTemplate: Titled<'body_audio' | 'body_file' | 'body_image' | 'body_video'>
  customMessageTemplate: Titled<'body' | 'body_fallback'>
  interactiveFormTemplate: Titled<'body'>
  interactiveCardTemplate: Titled<'body'>
  interactiveSchedulerTemplate: Titled<'body'>
  interactiveCustomTemplate: Titled<'body'>
  emailSubjectTemplate: Texts<'subjectGroup' | 'subjectOneOnOne'>
  smsContentTemplate: Texts<'bodyGroup' | 'bodyOneOnOne'>
}

type WithPrivacy<Kinds> = {
  [Kind in keyof Kinds & string as `${Kind}Default` | `${Kind}Privacy`]: Kinds[Kind]
}

interface AllSettings {
  preferences: {
    group: Conversation & Chosen<MemberEvent>
    oneOnOne: Conversation
    call: Chosen<CallEvent>
    bypassPreferencesForMentions: boolean
    bypassPreferencesForGroupMentions: boolean
    mute: Mute
    email: Digest
    sms: Digest
    push: Inclusions & { trimTextFieldSetting: boolean; customJson: object }
  }
  sound: Texts<'chat' | 'call'>
  templates: WithPrivacy<Templates> & { usePrivacyTemplate: number }
}

type DeepPartial<Value> = {
  [Key in keyof Value]?: Value[Key] extends object ? DeepPartial<Value[Key]> : Value[Key]
}

/** Notification settings. The hosted platform may return only some of them. */
export type Settings = DeepPartial<AllSettings>

/** The settings to change. */
export type SettingsChange = DeepPartial<AllSettings>
