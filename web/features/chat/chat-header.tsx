import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { backOnText } from '#contract/accounts/holiday.ts'
import type { Chat } from '#contract/chats.ts'
import { sellerText, unknownBook } from '#contract/common/display-names.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { formatCount } from '#contract/common/numbers.ts'
import type { Order } from '#contract/orders/orders.ts'
import { askingPrice } from '#web/features/books/asking-price.tsx'
import { Availability } from '#web/features/books/availability.tsx'
import { BookCover } from '#web/features/books/book-cover.tsx'
import { PersonMenu } from '#web/features/complaints/person-menu.tsx'
import { commonValue } from '#web/features/orders/deals/group-orders.ts'
import { StatusBadge } from '#web/features/orders/status-badge.tsx'
import { SellerLink } from '#web/features/sellers/seller-link.tsx'
import { formatRupees } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { useChatFilters } from './use-chat-filters.ts'

type Props = {
  side: Side
  chat: Chat
  partner: { id: string; name: string }
  /** The latest orders of this chat, without cancelled ones. */
  orders: readonly Order[]
  /** A button in the header or, on phones, below the messages. */
  action: ReactNode
}

export function ChatHeader({ side, chat: { book, seller, can }, partner, orders, action }: Props) {
  const { pathTo } = useChatFilters(side)
  // For a proposed order, the header says until when the book is reserved.
  const isReserved = orders[0]?.proposedUntil !== undefined && book.reservedUntil !== undefined
  const otherIds = orders.map((order) => order.book._id).filter((id) => id !== book._id)
  const otherBooks = new Set(otherIds).size
  return (
    <header
      className="flex items-center gap-2 border-border border-b px-2 py-1.5 sm:gap-3 sm:p-3
        typing:py-0"
    >
      {!action && (
        <Link
          to={pathTo()}
          aria-label="All chats"
          className="inline-flex size-11 shrink-0 items-center justify-center rounded-box
            hover:bg-sunken md:hidden typing:hidden"
        >
          <ArrowLeft />
        </Link>
      )}
      <BookCover src={book.images[0]} sizes="40px" className="w-8 shrink-0 sm:w-10 typing:hidden" />
      <div className="min-w-0 flex-1">
        <h2 className="flex items-baseline gap-1.5 font-sans font-semibold leading-snug typing:text-xs">
          <Link
            to={paths.book(book._id)}
            title={book.title}
            className="truncate hover:text-primary"
          >
            {book.title || unknownBook}
          </Link>
          {otherBooks > 0 && (
            <span className="shrink-0 font-normal text-muted text-sm">and {otherBooks} more</span>
          )}
        </h2>
        <p className="flex min-w-0 flex-wrap items-center gap-x-2 text-muted text-sm typing:hidden">
          {orders[0] && !isReserved ? (
            <OwnOrder orders={orders} side={side} />
          ) : (
            book.availability !== 'available' && <Availability book={book} />
          )}
          {seller?.backOn && (
            <Badge tone="warning">
              {backOnText(seller.backOn, side === 'buyer' ? 'Seller' : 'You’re')}
            </Badge>
          )}
          <span className="flex min-w-0 whitespace-pre">
            {side === 'buyer' ? (
              <SellerLink seller={seller} className="truncate underline">
                {sellerText(seller)}
              </SellerLink>
            ) : (
              <span className="truncate">{partner.name}</span>
            )}
            <span className="shrink-0">
              {' '}
              · {orders.length > 0 ? sumOf(orders) : askedPrice(book)}
            </span>
          </span>
        </p>
      </div>
      <div className="flex shrink-0 items-center gap-2 typing:hidden">
        {action && <div className="hidden sm:block">{action}</div>}
        <PersonMenu
          label="More about this chat"
          person={partner}
          isBlocked={can.includes('unblock')}
        />
      </div>
    </header>
  )
}

const askedPrice = (book: Chat['book']): string =>
  book.isRentable && book.rentPrice !== undefined
    ? `${formatRupees(askingPrice(book))} · rent ${formatRupees(book.rentPrice)}/day`
    : formatRupees(askingPrice(book))

/**
 * Returns '6 books · ₹1,500', or the price of a single book. If all are exchanged, calls the amount
 * their value, because nobody pays it.
 */
export function sumOf(orders: readonly Pick<Order, 'price' | 'exchange'>[]): string {
  const sum = orders.reduce((total, { price }) => total + Math.round(price * 100), 0) / 100
  const isExchanged = orders.every(({ exchange }) => exchange)
  const rupees = `${isExchanged ? 'Value ' : ''}${formatRupees(sum)}`
  return orders.length > 1 ? `${formatCount(orders.length, 'book')} · ${rupees}` : rupees
}

/**
 * Shows the state of the orders between these two people. It matters more to them than whether
 * others can get the book.
 */
function OwnOrder({ orders, side }: Pick<Props, 'orders' | 'side'>) {
  const [order] = orders
  if (!order) return null
  if (orders.every(({ returnedAt }) => returnedAt)) return <Badge>Returned</Badge>
  const isDelivered = orders.every(({ status }) => status === 'Delivered')
  if (side === 'buyer' && isDelivered && order.orderType === 'purchase')
    return <Badge tone="success">Yours</Badge>
  const status = commonValue(orders, (one) => one.status)
  return status ? <StatusBadge status={status} /> : <Badge>Partly done</Badge>
}
