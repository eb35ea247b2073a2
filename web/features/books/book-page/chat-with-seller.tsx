import { Suspense } from 'react'
import type { BookDetail } from '#contract/books/books.ts'
import { useOpenLogin } from '#web/features/account/use-open-login.ts'
import { paths } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { lazyPart } from '#web/ui/loading/lazy-part.ts'
import { ChatButtons } from './chat-buttons.tsx'

const OpenChat = lazyPart(() => import('./open-chat.tsx').then((module) => module.OpenChat))

export function ChatWithSeller({ book }: { book: BookDetail }) {
  const session = useSession()
  const openLogin = useOpenLogin()
  const canChat = book.can.includes('chat')
  if (session)
    return (
      <Suspense fallback={canChat && <ChatButtons book={book} />}>
        <OpenChat book={book} session={session} />
      </Suspense>
    )
  if (!canChat) return null
  const path = paths.book(book._id)
  const params = { bookId: book._id }
  return (
    <ChatButtons
      book={book}
      onOpen={(kind) =>
        openLogin('buyer', { pendingAction: { kind, params, side: 'buyer', path } })
      }
    />
  )
}
