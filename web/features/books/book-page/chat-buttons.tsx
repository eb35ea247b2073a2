import { ArrowLeftRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BookDetail } from '#contract/books/books.ts'
import { isToBeHad } from '#web/features/books/availability.tsx'
import type { ChatOpens } from '#web/session/pending-action.ts'
import { Button } from '#web/ui/button.tsx'

type Props = {
  book: BookDetail
  pending?: boolean
  /** Opens the chat, to make an offer where that is said. Without it nothing can be pressed yet. */
  onOpen?: (opens?: ChatOpens) => void
  /** What went wrong. */
  children?: ReactNode
}

/** On a phone they stay at the bottom of the screen, but for Swap. */
export function ChatButtons({ book, pending = false, onOpen, children }: Props) {
  const canOffer = isToBeHad(book) && book.can.includes('offer')
  const open = (opens?: ChatOpens) => () => onOpen?.(opens)
  return (
    <div className="contents md:flex md:flex-wrap md:gap-2">
      <div
        data-actions
        className="flex flex-wrap gap-2 md:contents max-md:fixed max-md:inset-x-0
          max-md:bottom-(--offline,0px) max-md:z-20 max-md:border-border max-md:border-t
          max-md:bg-page max-md:px-4 max-md:py-2 print:hidden"
      >
        <Button
          className="max-md:grow max-md:px-3 max-md:text-sm"
          pending={pending}
          disabled={!onOpen}
          onClick={open()}
        >
          {isToBeHad(book) ? 'Chat with Seller' : 'Open chat'}
        </Button>
        {canOffer && (
          <Button
            variant="plain"
            className="max-md:grow max-md:px-3 max-md:text-sm"
            disabled={!onOpen}
            onClick={open('offer')}
          >
            Make an offer
          </Button>
        )}
        {canOffer && book.isRentable && (
          <Button
            variant="plain"
            className="max-md:grow max-md:px-3 max-md:text-sm"
            disabled={!onOpen}
            onClick={open('rent')}
          >
            Rent
          </Button>
        )}
        {children}
      </div>
      {canOffer && book.openToExchange && (
        <Button
          variant="plain"
          className="self-start"
          icon={<ArrowLeftRight size={20} aria-hidden />}
          disabled={!onOpen}
          onClick={open('exchange')}
        >
          Swap
        </Button>
      )}
    </div>
  )
}
