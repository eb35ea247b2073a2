import { MessagesSquare } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { Chat } from '#contract/chats.ts'
import type { Side } from '#contract/common/endpoint.ts'
import type { Session } from '#web/session/session.ts'
import { ChatList } from './chat-list.tsx'
import { ChatThread } from './chat-thread.tsx'

type Props = { session: Session; side: Side; emptyText: string; action?: (chat: Chat) => ReactNode }

export function ChatsPage({ session, side, emptyText, action }: Props) {
  const [params] = useSearchParams()
  const openId = params.get('chat') ?? undefined
  return (
    <div
      data-open-chat={openId}
      className="mx-auto grid h-[calc(100dvh-var(--bar)-var(--offline,0px))] min-h-80 w-full
        max-w-6xl md:grid-cols-[20rem_minmax(0,1fr)] md:border-border md:border-x
        max-md:data-open-chat:h-[calc(100dvh-var(--offline,0px))]"
    >
      {/* On a phone the open chat hides the list with its heading. */}
      {openId && <h1 className="sr-only md:hidden">Chats</h1>}
      <div
        className={`relative flex min-h-0 flex-col overflow-y-auto border-border md:border-r
          ${openId ? 'hidden md:flex' : ''}`}
      >
        <h1 className="px-4 py-4 font-semibold text-2xl">Chats</h1>
        <ChatList side={side} openId={openId} emptyText={emptyText} />
      </div>
      <div className={`min-h-0 min-w-0 bg-page ${openId ? '' : 'hidden md:block'}`}>
        {openId ? (
          <ChatThread session={session} side={side} chatId={openId} {...(action && { action })} />
        ) : (
          <p className="flex h-full flex-col items-center justify-center gap-3 text-muted">
            <MessagesSquare size={40} strokeWidth={1.5} />
            Choose a chat to read it here.
          </p>
        )}
      </div>
    </div>
  )
}
