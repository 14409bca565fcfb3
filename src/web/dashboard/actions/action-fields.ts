import type { FieldSpec } from '../form/field-spec.ts'

/** What users see. */
export const WORDING: readonly FieldSpec[] = [
  {
    path: 'displayName',
    label: 'Display name',
    kind: 'text',
    issue: 'Enter a name for users to see.',
    attributes: { required: true },
  },
  {
    path: 'executionText',
    label: 'Execution text',
    kind: 'text',
    isOptional: true,
    hint: 'Optional. Shown while it runs, such as “Throwing confetti…”.',
  },
]

/** What the agent sees. The name is for good; what is only a label needs no description. */
export function interfaceOf(isNew: boolean, isLabel: boolean): readonly FieldSpec[] {
  return [
    {
      path: 'name',
      label: 'Name',
      kind: 'text',
      issue: 'Enter the name that your page listens for.',
      hint: 'Exactly the name that your page listens for. It cannot be changed later.',
      attributes: { required: true, disabled: !isNew, spellcheck: false },
    },
    {
      path: 'description',
      label: 'Description',
      kind: 'long-text',
      isOptional: true,
      issue: 'Describe what it does and when to use it, so that the agent can decide.',
      hint: 'What it does and when to use it. The agent decides based on this.',
      attributes: { required: !isLabel },
    },
    {
      path: 'parameters',
      label: 'Parameters',
      kind: 'json',
      hint: 'A JSON Schema of type object. Describe each property: the agent fills them in.',
      attributes: { rows: 12 },
    },
    {
      path: 'doNotExecute',
      label: 'The agent runs it itself',
      kind: 'switch',
      hint: 'This is then only a label, shown while the agent’s own tool runs.',
    },
  ]
}

export const ACTION_FIELDS = [...WORDING, ...interfaceOf(true, false)]

export const NEW_ACTION = {
  parameters: {
    type: 'object',
    required: ['message'],
    properties: { message: { type: 'string', description: 'What is shown to the user.' } },
  },
}
