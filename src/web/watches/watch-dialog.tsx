import { useState } from 'preact/hooks'
import { request } from '../api/request.ts'
import type { StoredWatch } from '../api/response-types.ts'
import { pluralize } from '../product/format.ts'
import type { WatchDialogProps } from '../product/tell-me.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, INPUT, SegmentedControl, Select, TextField } from '../ui/field.tsx'
import { ErrorNotice, Notice } from '../ui/notice.tsx'
import { submitting, useAction } from '../ui/use-action.ts'
import { WatchMessages } from './watch-messages.tsx'

/** The form of a new watch, then its secrets and a test. */
export function WatchDialog({ onClose, ...form }: WatchDialogProps) {
  const [stored, setStored] = useState<StoredWatch>()
  return (
    <Dialog title={stored?.watch.name ?? 'Tell me'} onClose={onClose}>
      <div class="mt-4 space-y-4">
        {stored ? <Stored {...stored} /> : <WatchForm {...form} onStored={setStored} />}
      </div>
    </Dialog>
  )
}

const LAUNCHED = { value: 'launched', label: 'is new' }
const VOTES = { value: 'votes', label: 'passes a number of votes' }
const RANK = { value: 'rank', label: 'holds one of the first places of its day' }
const RISING = { value: 'rising', label: 'is rising' }
const LAUNCH_DAY = { value: 'launchDay', label: 'moves on its launch day' }

const TARGETS = [
  { value: 'webhook', name: 'Webhook' },
  { value: 'feed', name: 'Private feed' },
]

interface WatchFormProps extends Omit<WatchDialogProps, 'onClose'> {
  onStored: (stored: StoredWatch) => void
}

function WatchForm({ product, isUnderWay, topics = [], onStored }: WatchFormProps) {
  const ofProduct = isUnderWay ? [LAUNCH_DAY, VOTES, RANK, RISING] : [VOTES, RISING]
  const conditions = product ? ofProduct : [LAUNCHED, VOTES, RANK, RISING]
  const [topic, setTopic] = useState(topics[0] ?? '')
  const [condition, setCondition] = useState(conditions[0]?.value ?? '')
  const [votes, setVotes] = useState(String(hundredAbove(product?.votesCount ?? 0)))
  const [rank, setRank] = useState('5')
  const [target, setTarget] = useState('webhook')
  const [webhook, setWebhook] = useState('')

  const { run, isBusy, error } = useAction(async () => {
    const levels: Record<string, number> = { votes: Number(votes), rank: Number(rank) }
    const body = {
      when: { [condition]: levels[condition] ?? true },
      ...(product ? { product: product.id } : topic && { topic }),
      to: [target === 'feed' ? { feed: true } : { webhook: webhook.trim() }],
    }
    onStored(await request<StoredWatch>('/api/watches', { method: 'POST', body }))
  })

  return (
    <form onSubmit={submitting(run)} class="space-y-4">
      {topics.length > 1 && (
        <Field label="Of">
          {(control) => (
            <Select {...control} value={topic} options={topics.map(named)} onChange={setTopic} />
          )}
        </Field>
      )}
      <Field label={product ? 'When this launch' : 'When a launch'}>
        {(control) => (
          <Select {...control} value={condition} options={conditions} onChange={setCondition} />
        )}
      </Field>
      {condition === 'votes' && (
        <TextField label="Votes" input={numberUpTo(1_000_000)} value={votes} onInput={setVotes} />
      )}
      {condition === 'rank' && (
        <TextField label="First places" input={numberUpTo(100)} value={rank} onInput={setRank} />
      )}
      <SegmentedControl label="Where" options={TARGETS} value={target} onChange={setTarget} />
      {target === 'webhook' && (
        <TextField
          label="Address"
          hint="The webhook of a channel in Slack, Discord or Teams, a topic of ntfy, or your own server, which gets signed Standard Webhooks."
          input={ADDRESS}
          value={webhook}
          onInput={setWebhook}
        />
      )}
      {error !== undefined && <ErrorNotice error={error} />}
      <div class="flex">
        <Button type="submit" kind="primary" isBusy={isBusy}>
          Tell me
        </Button>
        <YourWatches />
      </div>
    </form>
  )
}

const ADDRESS = {
  type: 'url',
  required: true,
  maxLength: 2_000,
  placeholder: 'https://hooks.slack.com/services/…',
} as const

const numberUpTo = (max: number) => ({ type: 'number', required: true, min: 1, max }) as const

const named = (topic: string) => ({ value: topic, label: topic || 'All launches' })

const hundredAbove = (votes: number) => 100 * (Math.floor(votes / 100) + 1)

function Stored({ watch, met = 0, secret, feed }: StoredWatch) {
  return (
    <>
      <Notice tone="good">
        You will hear once of each launch.
        {met > 0 && ` Not of ${pluralize(met, 'launch', 'launches')} that had got there before.`}
      </Notice>
      {secret && (
        <ShownOnce label="Secret" hint="Verifies the messages. Shown only here." text={secret} />
      )}
      {feed && (
        <ShownOnce
          label="Feed"
          hint="Anybody with this address can read it. Shown only here."
          text={location.origin + feed}
        />
      )}
      <WatchMessages id={watch.id}>
        <YourWatches />
      </WatchMessages>
    </>
  )
}

function ShownOnce({ text, ...field }: { label: string; hint: string; text: string }) {
  return (
    <Field {...field}>
      {(control) => (
        <div class="flex gap-2">
          <input {...control} readOnly value={text} class={`${INPUT} min-w-0 font-mono text-sm`} />
          <CopyButton label="Copy" text={() => text} />
        </div>
      )}
    </Field>
  )
}

function YourWatches() {
  return (
    <ButtonLink kind="ghost" href="/watches" class="ml-auto">
      Your watches
    </ButtonLink>
  )
}
