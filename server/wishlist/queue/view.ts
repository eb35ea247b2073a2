// The view that people have of copies reserved for them.
import { photoAddress } from '#contract/common/photos.ts'
import { toRupees } from '#contract/common/schemas.ts'
import type { Reservation } from '#contract/wishlist/wants.ts'
import { coverHash } from '#server/books/store.ts'
import type { Db } from '#server/platform/database/database.ts'
import { reservationEnd } from './conditions.ts'

/** Returns the copies that are reserved for the person of an account, by the id of their want. */
export async function findReservations(
  db: Db,
  accountId: string,
  now: Date,
): Promise<Map<string | null, Reservation>> {
  const rows = await db
    .selectFrom('reservations')
    .innerJoin('accounts as self', 'self.person_id', 'reservations.person_id')
    .innerJoin('books', 'books.id', 'reservations.book_id')
    .innerJoin('accounts as seller', 'seller.id', 'books.seller_id')
    .select(['reservations.id', 'reservations.book_id', 'want_id', 'expires_at'])
    .select(['title', 'author', 'price', 'condition', coverHash.as('cover')])
    .select(['seller.name as seller_name', 'seller.shop_name as seller_shop'])
    .select(reservationEnd.as('until'))
    .where('self.id', '=', accountId)
    .where('reservations.ended_at', 'is', null)
    .where(reservationEnd, '>', now)
    .execute()
  return new Map(
    rows.map((row) => [
      row.want_id,
      {
        _id: row.id,
        book: {
          _id: row.book_id,
          title: row.title,
          author: row.author,
          images: row.cover === null ? [] : [photoAddress(row.cover)],
          price: toRupees(row.price),
          condition: row.condition,
          seller: { name: row.seller_name, shopName: row.seller_shop ?? undefined },
        },
        until: row.until.toISOString(),
        hasOpenOffer: row.until > row.expires_at,
      },
    ]),
  )
}
