import { ChatsPage } from '#web/features/chat/chats-page.tsx'
import { Guard } from '#web/layout/guards.tsx'
import { privateMeta } from '#web/pages/page-meta.ts'
import { useSession } from '#web/session/session.ts'

export const meta = privateMeta('Chats')

export default function BuyerChats() {
  const session = useSession()
  return (
    <Guard side="buyer">
      <main id="main">
        {session && <ChatsPage session={session} side="buyer" emptyText="No active chats." />}
      </main>
    </Guard>
  )
}
