import { BookOpen, MessageCircle } from 'lucide-react'
import { conditionLabels } from '#contract/books/conditions.ts'
import { sellerText } from '#contract/common/display-names.ts'
import { declineReservation, type Reservation, type Want } from '#contract/wishlist/wants.ts'
import { useLogin } from '#web/features/account/use-login.ts'
import { BookCover } from '#web/features/books/book-cover.tsx'
import { formatRupees } from '#web/format.ts'
import { ActionButton } from '#web/forms/action-buttons.tsx'
import { paths } from '#web/paths.ts'
import { formatDayAndTime } from '#web/time.tsx'
import { Button } from '#web/ui/button.tsx'
import { LinkButton } from '#web/ui/links.tsx'

export function Reservations({ wants = [] }: { wants: readonly Want[] | undefined }) {
  const reserved = wants.flatMap(({ reserved }) => reserved ?? [])
  if (reserved.length === 0) return null
  return (
    <div className="grid gap-3 lg:grid-cols-2">
      {reserved.map((reservation) => (
        <ReservationCard key={reservation._id} reservation={reservation} />
      ))}
    </div>
  )
}

function ReservationCard({ reservation }: { reservation: Reservation }) {
  const { _id: id, book, until, hasOpenOffer } = reservation
  return (
    <article
      aria-label={`Reserved for you: ${book.title}`}
      className="wrap-anywhere flex flex-col gap-3 rounded-box border border-primary bg-surface p-4"
    >
      <div className="flex gap-3">
        <BookCover
          src={book.images[0]}
          sizes="64px"
          className="w-16 shrink-0 self-start border border-border"
        />
        <div className="flex min-w-0 flex-col gap-1">
          <p className="font-medium text-primary text-sm">
            Reserved for you until {formatDayAndTime(until)}
          </p>
          <h2 className="font-sans font-semibold text-base leading-snug">{book.title}</h2>
          <p className="text-muted text-sm">
            {conditionLabels[book.condition]} · {formatRupees(book.price)} ·{' '}
            {sellerText(book.seller)}
          </p>
          {hasOpenOffer && (
            <p className="text-sm">It is kept while the offer about it waits for an answer.</p>
          )}
        </div>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:*:flex-auto">
        <ChatButton bookId={book._id} />
        <LinkButton to={paths.book(book._id)} variant="plain" icon={<BookOpen />}>
          See the book
        </LinkButton>
        <ActionButton
          label="No, thanks"
          variant="danger-ghost"
          endpoint={declineReservation}
          input={{ id }}
          failed="Failed to say no."
          done={`'${book.title}' goes to the next person.`}
          question={{
            title: 'Let this copy go?',
            confirmLabel: 'No, thanks',
            danger: true,
            children: `“${book.title}” goes to the next person, and this seller’s copy isn’t reserved for you again. You keep your place for others.`,
          }}
        />
      </div>
    </article>
  )
}

/** Opens the chat as a buyer. A person without a buyer account creates one first. */
function ChatButton({ bookId }: { bookId: string }) {
  const logIn = useLogin()
  const path = paths.book(bookId)
  const pendingAction = { kind: 'chat', params: { bookId }, side: 'buyer', path } as const
  return (
    <Button icon={<MessageCircle />} onClick={() => logIn('buyer', { next: path, pendingAction })}>
      Chat with the seller
    </Button>
  )
}
