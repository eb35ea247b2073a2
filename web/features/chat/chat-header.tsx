import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Chat } from '#contract/chats.ts'
import { unknownBook } from '#contract/common/display-names.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { askingPrice } from '#web/features/books/asking-price.tsx'
import { Availability } from '#web/features/books/availability.tsx'
import { BookCover } from '#web/features/books/book-cover.tsx'
import { formatRupees } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import { ChatMenu } from './chat-menu.tsx'

type Props = {
  side: Side
  chat: Chat
  partner: { id: string; name: string }
  action: ReactNode
}

export function ChatHeader({ side, chat: { book, can }, partner, action }: Props) {
  return (
    <header className="flex flex-wrap items-center gap-3 border-border border-b p-3">
      {!action && (
        <Link
          to={paths[side].chats}
          aria-label="All chats"
          className="inline-flex size-11 shrink-0 items-center justify-center rounded-box
            hover:bg-sunken md:hidden"
        >
          <ArrowLeft size={20} aria-hidden />
        </Link>
      )}
      <BookCover src={book.images[0]} sizes="40px" className="w-10 shrink-0" />
      <div className="min-w-0 flex-1">
        <h2 className="truncate font-sans font-semibold">
          <Link to={paths.book(book._id)} className="hover:text-primary">
            {book.title || unknownBook}
          </Link>
        </h2>
        <p className="flex min-w-0 flex-wrap items-center gap-x-2 text-muted text-sm">
          {book.availability !== 'available' && <Availability book={book} />}
          <span className="wrap-anywhere min-w-0">
            {formatRupees(askingPrice(book))}
            {book.isRentable &&
              book.rentPrice !== undefined &&
              ` · rent ${formatRupees(book.rentPrice)}/day`}{' '}
            · {partner.name}
          </span>
        </p>
      </div>
      {action && <div className="order-last grid w-full sm:order-none sm:w-auto">{action}</div>}
      <ChatMenu partner={partner} isBlocked={can.includes('unblock')} />
    </header>
  )
}
