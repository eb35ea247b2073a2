import type { ChatSummary, ChatTask } from '#contract/chats.ts'
import type { Side } from '#contract/common/endpoint.ts'

const ofBoth = { offer: 'Offer to answer', time: 'Times to choose' }
const taskLabels: Record<Side, Partial<Record<ChatTask, string>>> = {
  buyer: { ...ofBoth, problem: 'Problem to answer', rent: 'Book to return', confirm: 'To confirm' },
  seller: {
    ...ofBoth,
    problem: 'Problem',
    rent: 'Book to take back',
    pack: 'To pack',
    'hand-over': 'To hand over',
  },
}

const urgent: readonly ChatTask[] = ['problem', 'rent']

const markClass = 'whitespace-nowrap rounded-full px-2 font-medium text-xs leading-5'

/** What the reader must do in a chat. An unknown task of a newer server shows nothing. */
export function ChatMarks({ chat, side }: { chat: ChatSummary; side: Side }) {
  const task = chat.task && taskLabels[side][chat.task]
  if (!chat.unanswered && !task) return null
  return (
    <span className="mt-1 flex flex-wrap gap-1">
      {chat.unanswered && (
        <span className={`${markClass} bg-accent-soft text-accent-text`}>Unanswered</span>
      )}
      {chat.task && task && (
        <span
          className={`${markClass} ${
            urgent.includes(chat.task)
              ? 'bg-danger-soft text-danger'
              : 'bg-primary-soft text-primary'
          }`}
        >
          {task}
        </span>
      )}
    </span>
  )
}
