import { ArrowLeftRight, HandCoins, MessageCircle } from 'lucide-react'
import type { BookDetail } from '#contract/books/books.ts'
import { isToBeHad } from '#web/features/books/availability.tsx'
import { Button } from '#web/ui/button.tsx'

/** What somebody wants in the chat. */
export type OpenedFor = 'chat' | 'offer' | 'exchange'

type Props = {
  book: BookDetail
  pending?: boolean
  /** Opens the chat, for an offer too. Without it the buttons can't be pressed yet. */
  onOpen?: (kind: OpenedFor) => void
}

export const ChatButtons = ({ book, pending = false, onOpen }: Props) => (
  <div className="flex flex-wrap gap-2">
    <Button
      icon={<MessageCircle size={20} aria-hidden />}
      pending={pending}
      disabled={!onOpen}
      onClick={() => onOpen?.('chat')}
      className="w-full sm:w-auto"
    >
      {isToBeHad(book) ? 'Chat with Seller' : 'Open chat'}
    </Button>
    {isToBeHad(book) && book.can.includes('offer') && (
      <>
        <Button
          variant="plain"
          icon={<HandCoins size={20} aria-hidden />}
          disabled={!onOpen}
          onClick={() => onOpen?.('offer')}
          className="flex-auto sm:flex-none"
        >
          Make an offer
        </Button>
        {book.openToExchange && (
          <Button
            variant="plain"
            icon={<ArrowLeftRight size={20} aria-hidden />}
            disabled={!onOpen}
            onClick={() => onOpen?.('exchange')}
            className="flex-auto sm:flex-none"
          >
            Swap
          </Button>
        )}
      </>
    )}
  </div>
)
