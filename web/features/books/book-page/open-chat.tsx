import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { BookDetail } from '#contract/books/books.ts'
import { startChat } from '#contract/chats.ts'
import { errorMessage } from '#web/api/client.ts'
import { useWrite } from '#web/api/hooks.ts'
import { OpenAccount, SwitchAccount } from '#web/features/account/switch-account.tsx'
import { useProfile } from '#web/features/account/use-profile.ts'
import { isObtainable } from '#web/features/books/availability.tsx'
import { useUnblock } from '#web/features/complaints/use-unblock.ts'
import { chatPath, paths } from '#web/paths.ts'
import type { ChatOpens } from '#web/session/pending-action.ts'
import type { Session } from '#web/session/session.ts'
import { usePendingAction } from '#web/session/use-pending-action.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/inputs/field.tsx'
import { ChatButtons } from './chat-buttons.tsx'

export function OpenChat({ book, session }: { book: BookDetail; session: Session }) {
  const navigate = useNavigate()
  const start = useWrite(startChat)
  const [failure, setFailure] = useState<string>()
  const canChat = book.can.includes('chat')
  const openChat = async (opens?: ChatOpens) => {
    setFailure(undefined)
    try {
      const answer = await start.run({ bookId: book._id, sellerId: book.seller._id })
      if (!answer) return
      if (!answer.chat?._id) return setFailure('Chat ID not received.')
      void navigate(chatPath('buyer', answer.chat._id), {
        state: opens ? { opens } : null,
      })
    } catch (error) {
      setFailure(errorMessage(error, 'Failed to start chat.'))
    }
  }
  usePendingAction('chat', {
    allowed: session.role === 'buyer' && canChat,
    matches: ({ bookId }) => bookId === book._id,
    carryOut: ({ opens }) => void openChat(opens),
  })
  if (session.role === 'seller')
    return isObtainable(book) && !book.can.includes('edit') ? (
      <BuyerNeeded bookId={book._id} />
    ) : null
  if (book.can.includes('unblock')) return <BlockedSeller seller={book.seller} />
  if (!canChat) return null
  return (
    <ChatButtons book={book} pending={start.pending} onOpen={(opens) => void openChat(opens)}>
      <FormError>{failure}</FormError>
    </ChatButtons>
  )
}

/**
 * Shown to sellers who want to chat about another seller's book, because they need a buyer account.
 */
function BuyerNeeded({ bookId }: { bookId: string }) {
  const profile = useProfile('seller')
  if (profile.isPending || profile.data?.helper) return null
  const hasNone = profile.data?.hasTwin === false
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="text-muted">
        Log in as a buyer to chat about this book.
        {hasNone && ' You have no buyer account yet; it has the same email and password.'}
      </p>
      {hasNone ? (
        <OpenAccount side="buyer" next={paths.book(bookId)} />
      ) : (
        <SwitchAccount side="buyer" next={paths.book(bookId)} />
      )}
    </div>
  )
}

function BlockedSeller({ seller: { _id: id, name } }: Pick<BookDetail, 'seller'>) {
  const { unblock, pending } = useUnblock({ id, name })
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="text-muted">You blocked this seller.</p>
      <Button variant="plain" pending={pending} onClick={() => void unblock()}>
        Unblock
      </Button>
    </div>
  )
}
