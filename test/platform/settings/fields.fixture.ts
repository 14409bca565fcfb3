import fc from 'fast-check'

/** A field of the settings: where it lies, how it ships, and what it takes and refuses. */
export interface Field {
  path: string
  initial: unknown
  good: fc.Arbitrary<unknown>
  bad: fc.Arbitrary<unknown>
}

const JUNK = [null, [], {}, [1], { a: 1 }, Number.MAX_VALUE, -1, 0.5]

function numbers(least: number, most: number) {
  return {
    good: fc.integer({ min: least, max: most }),
    bad: fc.oneof(
      fc.constantFrom<unknown>(...JUNK, true, '', '1', least - 1, most + 1, least + 0.5),
      fc.integer({ min: most + 1 }),
      fc.integer({ max: least - 1 }),
    ),
  }
}

const choiceOfThree = numbers(1, 3)
const choiceOfTwo = numbers(1, 2)
const flag = {
  good: fc.boolean(),
  bad: fc.constantFrom<unknown>(...JUNK, 0, 1, 'true', 'false', ''),
}
const clock = (first: number, last: number) => ({
  good: fc
    .tuple(fc.integer({ min: first, max: last }), fc.integer({ min: 0, max: 59 }))
    .map(([hour, minute]) => hour * 100 + minute),
  bad: fc.oneof(
    fc.constantFrom<unknown>(...JUNK, true, '800', 2360, 2400, 60, 99, 1299),
    fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 60, max: 99 }))
      .map(([hour, minute]) => hour * 100 + minute),
  ),
})
const sound = {
  good: fc.string({ unit: 'binary', minLength: 1, maxLength: 100 }).map((s) => s.toWellFormed()),
  bad: fc.constantFrom<unknown>(...JUNK, true, '', 'x'.repeat(101)),
}
const customJson = {
  good: fc
    .dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 }), { maxKeys: 4 })
    .filter((json) => JSON.stringify(json).length <= 1000),
  bad: fc.constantFrom<unknown>(
    ...[null, [], 'text', 1, true, { text: 'x'.repeat(4096) }],
    JSON.parse(`{"a":${'['.repeat(10)}${']'.repeat(10)}}`),
  ),
}

const template = {
  good: fc.string({ unit: 'grapheme', maxLength: 100 }).map((text) => `${text}{{name}}`),
  bad: fc.constantFrom<unknown>(...JUNK, true, 'x'.repeat(1001)),
}

type Taken = Pick<Field, 'good' | 'bad'>

function field(path: string, initial: unknown, { good, bad }: Taken): Field {
  return { path, initial, good, bad }
}

function pairs(section: string, names: string[], setting: Taken, number: number, flags: boolean) {
  return names.flatMap((name) => [
    field(`preferences.${section}.${name}Setting`, number, setting),
    field(`preferences.${section}.${name}Override`, flags, flag),
  ])
}

const MESSAGES = ['messages', 'replies', 'reactions']
const conversation = (section: string) => [
  ...pairs(section, MESSAGES, choiceOfThree, 2, true),
  field(`preferences.${section}.messageEditedSetting`, 2, choiceOfTwo),
  field(`preferences.${section}.messageDeletedSetting`, 2, choiceOfTwo),
]

const MEMBERS = [
  ...['memberLeft', 'memberAdded', 'memberJoined', 'memberKicked', 'memberBanned'],
  ...['memberUnbanned', 'memberScopeChanged'],
]
const CALLS = ['busy', 'cancelled', 'ended', 'initiated', 'ongoing', 'rejected', 'unanswered']

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const schedule = DAYS.flatMap((day) => {
  const path = `preferences.mute.schedulePreferenceSetting.${day}`
  return [
    field(`${path}.from`, 0, clock(0, 11)),
    field(`${path}.to`, 2359, clock(12, 23)),
    field(`${path}.dnd`, false, flag),
  ]
})

const inclusions = (section: string) => [
  field(`preferences.${section}.includeMessageObjectSetting`, false, flag),
  field(`preferences.${section}.includeSenderMetadataSetting`, true, flag),
  field(`preferences.${section}.includeReceiverMetadataSetting`, true, flag),
  field(`preferences.${section}.includeMessageMetadataSetting`, true, flag),
]

const mails = ['email', 'sms'].flatMap((section) => [
  field(`preferences.${section}.notifyForUnreadOnly`, true, flag),
  field(`preferences.${section}.intervalInSeconds`, 7200, numbers(0, 604_800)),
  field(`preferences.${section}.maxPerDay`, 20, numbers(0, 10_000)),
  field(`preferences.${section}.maxPerDayPerConversation`, 2, numbers(0, 10_000)),
  ...inclusions(section),
])

const TITLES = ['titleOneOnOne', 'titleGroup']
const TEMPLATES: [kind: string, names: string[]][] = [
  ['textMessageTemplate', [...TITLES, 'body']],
  ['mediaMessageTemplate', [...TITLES, 'body_audio', 'body_file', 'body_image', 'body_video']],
  ['customMessageTemplate', [...TITLES, 'body', 'body_fallback']],
  ['interactiveFormTemplate', [...TITLES, 'body']],
  ['interactiveCardTemplate', [...TITLES, 'body']],
  ['interactiveSchedulerTemplate', [...TITLES, 'body']],
  ['interactiveCustomTemplate', [...TITLES, 'body']],
  ['emailSubjectTemplate', ['subjectGroup', 'subjectOneOnOne']],
  ['smsContentTemplate', ['bodyGroup', 'bodyOneOnOne']],
]

/** Every setting, field by field, and how it ships. */
export const FIELDS: Field[] = [
  ...conversation('group'),
  ...pairs('group', MEMBERS, choiceOfTwo, 1, true),
  ...conversation('oneOnOne'),
  ...pairs('call', CALLS, choiceOfTwo, 1, false),
  field('preferences.bypassPreferencesForMentions', true, flag),
  field('preferences.bypassPreferencesForGroupMentions', false, flag),
  field('preferences.mute.dndPreferenceSetting', 1, choiceOfTwo),
  field('preferences.mute.dndPreferenceOverride', true, flag),
  ...schedule,
  field('preferences.mute.schedulePreferenceOverride', true, flag),
  field('preferences.mute.mutedGroupsOverride', true, flag),
  field('preferences.mute.mutedOneOnOnesOverride', true, flag),
  ...mails,
  ...inclusions('push'),
  field('preferences.push.trimTextFieldSetting', false, flag),
  field('preferences.push.customJson', {}, customJson),
  field('sound.chat', 'default', sound),
  field('sound.call', 'default', sound),
  field('templates.usePrivacyTemplate', 3, choiceOfThree),
  ...TEMPLATES.flatMap(([kind, names]) =>
    ['Default', 'Privacy'].flatMap((variant) =>
      // What they say is ours to choose: see what the defaults tell and do not tell.
      names.map((name) => field(`templates.${kind}${variant}.${name}`, undefined, template)),
    ),
  ),
]
