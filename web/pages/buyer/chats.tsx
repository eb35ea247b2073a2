import { MessagesSquare } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { ChatList } from '#web/features/chat/chat-list.tsx'
import { ChatThread } from '#web/features/chat/chat-thread.tsx'
import { Guard } from '#web/layout/guards.tsx'
import { privateMeta } from '#web/pages/page-meta.ts'
import { useSession } from '#web/session/session.ts'

export const meta = privateMeta('Chats')

export default function BuyerChats() {
  const session = useSession()
  const [params] = useSearchParams()
  const openId = params.get('chat') ?? undefined
  return (
    <Guard side="buyer">
      <main id="main">
        <div
          data-open-chat={openId}
          className="mx-auto grid h-[calc(100dvh-var(--bar)-var(--offline,0px))] min-h-80 w-full
          max-w-6xl md:grid-cols-[20rem_minmax(0,1fr)] md:border-border md:border-x
          max-md:data-open-chat:h-[calc(100dvh-var(--offline,0px))]"
        >
          {/* On a phone the open chat hides the list and the list's heading. */}
          {openId && <h1 className="sr-only md:hidden">Chats</h1>}
          <div
            className={`relative flex min-h-0 flex-col overflow-y-auto border-border md:border-r
            ${openId ? 'hidden md:flex' : ''}`}
          >
            <h1 className="px-4 py-4 font-semibold text-2xl">Chats</h1>
            <ChatList side="buyer" openId={openId} emptyText="No active chats." />
          </div>
          <div className={`min-h-0 min-w-0 bg-page ${openId ? '' : 'hidden md:block'}`}>
            {openId && session ? (
              <ChatThread session={session} side="buyer" chatId={openId} />
            ) : (
              <p className="flex h-full flex-col items-center justify-center gap-3 text-muted">
                <MessagesSquare size={40} strokeWidth={1.5} />
                Choose a chat to read it here.
              </p>
            )}
          </div>
        </div>
      </main>
    </Guard>
  )
}
