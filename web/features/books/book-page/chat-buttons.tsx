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
  const choices: [opens: ChatOpens | undefined, label: string][] = [
    [undefined, isToBeHad(book) ? 'Chat with Seller' : 'Open chat'],
  ]
  if (canOffer) choices.push(['offer', 'Make an offer'])
  if (canOffer && book.isRentable) choices.push(['rent', 'Rent'])
  return (
    <div className="contents md:flex md:flex-wrap md:gap-2">
      <div
        data-actions
        className="flex flex-wrap gap-2 md:contents max-md:fixed max-md:inset-x-0
          max-md:bottom-(--offline,0px) max-md:z-20 max-md:border-border max-md:border-t
          max-md:bg-page max-md:px-4 max-md:py-2 print:hidden"
      >
        {choices.map(([opens, label]) => (
          <Button
            key={label}
            variant={opens ? 'plain' : 'primary'}
            className="max-md:grow max-md:px-3 max-md:text-sm"
            pending={pending && !opens}
            disabled={!onOpen}
            onClick={() => onOpen?.(opens)}
          >
            {label}
          </Button>
        ))}
        {children}
      </div>
      {canOffer && book.openToExchange && (
        <Button
          variant="plain"
          className="self-start"
          icon={<ArrowLeftRight size={20} aria-hidden />}
          disabled={!onOpen}
          onClick={() => onOpen?.('exchange')}
        >
          Swap
        </Button>
      )}
    </div>
  )
}
