import type { FieldSpec } from '../form/field-spec.ts'
import { PROVIDERS } from './providers.ts'

export const PROVIDER: FieldSpec = {
  path: 'integrateWith',
  label: 'Provider',
  kind: 'choice',
  options: PROVIDERS,
}

/** Where the agent runs, and how it is called. */
export const DEPLOYMENT: readonly FieldSpec[] = [
  {
    path: 'integrationMeta.baseUrl',
    label: 'Deployment URL',
    kind: 'text',
    hint: 'Called exactly as written, with its path. This service must be able to reach it.',
    issue: 'Enter the full URL of the agent, such as https://agent.example.com/stream.',
    attributes: {
      required: true,
      pattern: String.raw`\s*https?://.+`,
      inputMode: 'url',
      spellcheck: false,
    },
  },
  {
    path: 'integrationMeta.agentId',
    label: 'Agent ID',
    kind: 'text',
    hint: 'The agent’s name in its deployment, such as its registry key.',
    issue: 'Enter the agent’s ID in its deployment.',
    attributes: { required: true, spellcheck: false },
  },
  {
    path: 'integrationMeta.headers',
    label: 'Headers',
    kind: 'headers',
    isSecret: true,
    hint: 'Optional: sent with every call, one per line. Stored values are never shown again: leave ••• to keep one.',
    attributes: { rows: 2, placeholder: 'Authorization: Bearer …' },
  },
]

/** What users see. */
export const PROFILE: readonly FieldSpec[] = [
  {
    path: 'name',
    label: 'Name',
    kind: 'text',
    issue: 'Enter a name.',
    attributes: { required: true },
  },
  {
    path: 'icon',
    label: 'Icon',
    kind: 'text',
    isOptional: true,
    hint: 'Optional: the URL of a picture. Pictures on other hosts are not shown on this page.',
    attributes: { inputMode: 'url', spellcheck: false },
  },
  {
    path: 'metaData.greetingMessage',
    label: 'Greeting',
    kind: 'text',
    isOptional: true,
    hint: 'Optional: the first line of an empty chat.',
  },
  {
    path: 'metaData.introductoryMessage',
    label: 'Introductory message',
    kind: 'long-text',
    isOptional: true,
    hint: 'Optional: what the agent is good at.',
  },
  {
    path: 'metaData.suggestedMessages',
    label: 'Suggested messages',
    kind: 'lines',
    hint: 'Optional: one per line, up to 20. Users send them with a click.',
  },
]

/** The actions and labels that it uses, by name. */
const USED: readonly FieldSpec[] = [
  { path: 'actions', label: 'Actions', kind: 'names' },
  { path: 'tools', label: 'Tools', kind: 'names' },
]

export const AGENT_FIELDS = [PROVIDER, ...DEPLOYMENT, ...PROFILE, ...USED]

/** Whether a field is part of a test: what users see is not. */
export function isTested(path: string): boolean {
  return PROFILE.every((field) => field.path !== path)
}
