import { useSession } from '#web/data/session.ts'
import { ChatsPage } from '#web/parts/chats-page.tsx'
import { Guard } from '#web/parts/guard.tsx'

export const meta = () => [{ title: 'Chats · Dobara' }, { name: 'robots', content: 'noindex' }]

export default function BuyerChats() {
  const session = useSession()
  return (
    <Guard side="buyer">
      <main id="main">
        {session && <ChatsPage session={session} side="buyer" empty="No active chats." />}
      </main>
    </Guard>
  )
}
