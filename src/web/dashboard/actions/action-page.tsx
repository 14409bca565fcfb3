import { useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { RequestError } from '../../api/request.ts'
import type { Action } from '../../api/response-types.ts'
import { useQuery } from '../../api/use-query.ts'
import { ConfirmButton } from '../../ui/dialog.tsx'
import { showToast } from '../../ui/notice.tsx'
import { bodyOf, type FieldSpec } from '../form/field.ts'
import { FormSection, SavedForm } from '../form/form.tsx'
import { FormFields } from '../form/form-field.tsx'
import { LoadedPage } from '../loaded.tsx'
import { callPlatform, dataOf, pathOf } from '../platform.ts'

export const ACTIONS = '/v3/ai-agents/tools'
const LIST = '/dashboard/actions'

/** What users see. */
const WORDING: readonly FieldSpec[] = [
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
    hint: 'Optional: users see it while the action runs, such as “Throwing confetti…”.',
  },
]

/** What the agent sees. The name is for good; what is only a label needs no description. */
function interfaceOf(isNew: boolean, isLabel: boolean): readonly FieldSpec[] {
  return [
    {
      path: 'name',
      label: 'Name',
      kind: 'text',
      issue: 'Enter the name that your page listens for.',
      hint: 'The exact name that your page listens for. You cannot change it later.',
      attributes: { required: true, disabled: !isNew, spellcheck: false },
    },
    {
      path: 'description',
      label: 'Description',
      kind: 'long-text',
      isOptional: true,
      issue: 'Describe what it does and when to use it, so that the agent can decide.',
      hint: 'What it does and when to use it. The agent decides by this.',
      attributes: { required: !isLabel },
    },
    {
      path: 'parameters',
      label: 'Parameters',
      kind: 'json',
      hint: 'A JSON Schema of type object. Describe each property: the agent fills them in.',
      attributes: { rows: 12 },
    },
    LABEL,
  ]
}

const LABEL: FieldSpec = {
  path: 'doNotExecute',
  label: 'The agent runs it itself',
  kind: 'switch',
  hint: 'Users then see this label while the agent’s own tool runs.',
}

const FIELDS = [...WORDING, ...interfaceOf(true, false)]

const NEW_ACTION = {
  parameters: {
    type: 'object',
    required: ['message'],
    properties: { message: { type: 'string', description: 'What is shown to the user.' } },
  },
}

/** The form of an action, or of a new one if there is no `name`. */
export function ActionPage({ name }: { name: string | undefined }) {
  const query = useQuery(`action ${name}`, async (signal) => ({
    action:
      name === undefined ? undefined : await dataOf<Action>(pathOf(ACTIONS, name), { signal }),
  }))
  return (
    <LoadedPage
      title={name === undefined ? 'New action' : (query.data?.action?.displayName ?? name)}
      back={{ href: LIST, name: 'All actions' }}
      query={query}
    >
      {({ action }) => <ActionForm action={action} />}
    </LoadedPage>
  )
}

function ActionForm({ action }: { action: Action | undefined }) {
  const { route } = useLocation()
  const form = useRef<HTMLFormElement>(null)
  const [isLabel, setIsLabel] = useState(action?.doNotExecute === true)
  const saved = action ?? NEW_ACTION

  function leave(message: string) {
    showToast(message)
    route(LIST)
  }

  async function save() {
    if (!form.current) return
    const { data, meta } = await saveAction(action?.name, bodyOf(FIELDS, form.current))
    leave([`${data.displayName} was saved.`, ...meta.warnings].join(' '))
  }

  async function remove({ name, displayName }: Action) {
    await dataOf(pathOf(ACTIONS, name), { method: 'DELETE' })
    leave(`${displayName} was deleted.`)
  }

  return (
    <SavedForm
      form={form}
      fields={FIELDS}
      saved={action}
      draftKey={`launchboard-action:${action?.name ?? ''}`}
      onSave={save}
      buttons={
        action && (
          <ConfirmButton
            label="Delete"
            title={`Delete ${action.displayName}?`}
            onConfirm={() => remove(action)}
          >
            Agents can no longer call it.
          </ConfirmButton>
        )
      }
    >
      <FormSection title="What users see">
        <FormFields saved={saved} fields={WORDING} />
      </FormSection>
      <FormSection title="What the agent sees">
        <div
          class="space-y-5"
          onInput={({ target }) => {
            if (target instanceof HTMLInputElement && target.name === LABEL.path)
              setIsLabel(target.checked)
          }}
        >
          <FormFields saved={saved} fields={interfaceOf(!action, isLabel)} />
        </div>
      </FormSection>
    </SavedForm>
  )
}

interface Saved {
  data: Action
  meta: { warnings: string[] }
}

const TAKEN = 'ERR_TOOL_ALREADY_EXISTS'

/** Registers an action, or updates it if `registered` is its name. */
async function saveAction(
  registered: string | undefined,
  { name, ...body }: Record<string, unknown>,
): Promise<Saved> {
  if (registered !== undefined)
    return callPlatform(pathOf(ACTIONS, registered), { method: 'PUT', body })
  const created = callPlatform<Saved>(ACTIONS, { method: 'POST', body: { name, ...body } })
  return created.catch((error: unknown) => {
    if (!isTaken(error)) throw error
    throw new RequestError(error.message, { code: TAKEN, details: { name: 'This name is taken.' } })
  })
}

/** Registers actions, or updates those that are. */
export async function importActions(actions: readonly Action[]): Promise<void> {
  for (const {
    name,
    displayName,
    executionText,
    description,
    parameters,
    doNotExecute,
  } of actions) {
    const body = { displayName, executionText, description, parameters, doNotExecute }
    await dataOf(ACTIONS, { method: 'POST', body: { name, ...body } }).catch((error: unknown) => {
      if (!isTaken(error)) throw error
      return dataOf(pathOf(ACTIONS, name), { method: 'PUT', body })
    })
  }
}

function isTaken(error: unknown): error is RequestError {
  return error instanceof RequestError && error.code === TAKEN
}
