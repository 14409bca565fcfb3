import { Trash2 } from 'lucide'
import { IconButton } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Icon } from '../ui/icon.tsx'
import { showToast } from '../ui/toast.tsx'
import { deleteConversation, showConversation, shown } from './conversations.ts'
import { type StoredConversation, stored } from './stored-conversations.ts'

/** The conversations of this browser. `onShow` is called when one of them is shown. */
export function ConversationList({ onShow }: { onShow: () => void }) {
  const conversations = stored.value.filter(({ messages }) => messages.length > 0)
  if (conversations.length === 0) return null
  return (
    <ul aria-label="Conversations" class="space-y-0.5">
      {conversations.map((conversation) => (
        <Item key={conversation.id} conversation={conversation} onShow={onShow} />
      ))}
    </ul>
  )
}

interface ItemProps {
  conversation: StoredConversation
  onShow: () => void
}

function Item({ conversation, onShow }: ItemProps) {
  const { id } = conversation
  const isShown = shown.value.id === id
  const title = titleOf(conversation)
  return (
    <li class={cx('group flex items-center rounded-lg', isShown ? 'bg-sunken' : 'hover:bg-sunken')}>
      <button
        type="button"
        aria-current={isShown ? 'true' : undefined}
        title={title}
        onClick={() => {
          showConversation(id)
          onShow()
        }}
        class="min-h-9 min-w-0 flex-1 truncate rounded-lg px-3 text-left text-sm"
      >
        {title}
      </button>
      <IconButton
        label="Delete"
        aria-description={title}
        onClick={({ currentTarget }) => {
          // This button is gone then.
          currentTarget.closest('aside')?.querySelector('button')?.focus()
          showToast('The conversation was deleted.', deleteConversation(id))
        }}
        class="pointer-fine:opacity-0 group-hover:opacity-100 focus-visible:opacity-100"
      >
        <Icon node={Trash2} />
      </IconButton>
    </li>
  )
}

function titleOf({ messages }: StoredConversation): string {
  return messages.find(({ isOwn }) => isOwn)?.text ?? 'Conversation'
}
