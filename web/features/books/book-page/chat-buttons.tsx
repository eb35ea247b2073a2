import { ArrowLeftRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BookDetail } from '#contract/books/books.ts'
import { isObtainable } from '#web/features/books/availability.tsx'
import type { ChatOpens } from '#web/session/pending-action.ts'
import { Button } from '#web/ui/button.tsx'

type Props = {
  book: BookDetail
  pending?: boolean
  /**
   * Opens the chat and, if `opens` is given, a form in it. If `onOpen` is missing, the buttons are
   * disabled.
   */
  onOpen?: (opens?: ChatOpens) => void
  /** The error message, if the last attempt failed. */
  children?: ReactNode
}

/**
 * The buttons that open a chat. On phones they stay at the bottom of the screen, except for Swap.
 */
export function ChatButtons({ book, pending = false, onOpen, children }: Props) {
  const canOffer = isObtainable(book) && book.can.includes('offer')
  const choices: [opens: ChatOpens | undefined, label: string][] = [
    [undefined, isObtainable(book) ? 'Chat with Seller' : 'Open chat'],
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
          icon={<ArrowLeftRight />}
          disabled={!onOpen}
          onClick={() => onOpen?.('exchange')}
        >
          Swap
        </Button>
      )}
    </div>
  )
}
