import { sql } from 'kysely'
import { maxCountedDeals } from '#contract/books/books.ts'
import type { PublicSeller } from '#contract/books/sellers.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { backOn } from '#server/accounts/holiday.ts'
import { sellerRatings } from '#server/books/rules.ts'
import { viewPlace } from '#server/places/places.ts'
import type { Db } from '#server/platform/database/database.ts'

/** How many of the latest chats count for the answer time. */
const maxTimedChats = 50
/** With fewer answers than this, the median would say little. */
export const minTimedAnswers = 5

/** The delivered orders of a seller. `seller` is the column with the account's id. */
export const countDeals = (seller: 'books.seller_id' | 'accounts.id') =>
  sql<number>`(select count(*)::integer from (
    select from orders where orders.seller_id = ${sql.ref(seller)} and orders.status = 'Delivered'
    limit ${maxCountedDeals}) as delivered)`

/** The median time, in hours, from a buyer's first message to the seller's first answer. */
const answerHours = sql<number | null>`(
  select case when count(*) >= ${minTimedAnswers}
    then extract(epoch from percentile_cont(0.5) within group (order by answered - asked)) / 3600
    end::float8
  from (select id from chats where seller_id = accounts.id
    order by updated_at desc, id desc limit ${maxTimedChats}) as recent
  join lateral (select number, created_at as asked from messages
    where chat_id = recent.id and sender_model = 'Buyer' order by number limit 1) as question on true
  join lateral (select created_at as answered from messages
    where chat_id = recent.id and sender_model = 'Seller' and number > question.number
    order by number limit 1) as answer on true)`

/** Throws seller_not_found for sellers who are blocked, deleted or hidden from the viewer. */
export async function findSeller(
  db: Db,
  id: string,
  hiddenSellers: readonly string[],
): Promise<PublicSeller> {
  const found = db
    .selectFrom('accounts')
    .select(['id', 'name', 'seller_type', 'shop_name', 'shop_hours', 'pin_code'])
    .select(['hand_overs', 'rating_sum', 'rating_count', backOn().as('back_on')])
    .select([countDeals('accounts.id').as('deals'), answerHours.as('answer_hours')])
    .where('id', '=', id)
    .where('role', '=', 'seller')
    .where('status', '=', 'active')
    .where('deleted_at', 'is', null)
    .$if(hiddenSellers.length > 0, (query) => query.where('id', 'not in', hiddenSellers))
  const row = await found.executeTakeFirst()
  if (!row) throw new AppError('seller_not_found')
  return {
    _id: row.id,
    name: row.shop_name ?? row.name.split(' ')[0] ?? row.name,
    sellerType: row.seller_type ?? undefined,
    shopHours: row.shop_hours ?? undefined,
    place: viewPlace(row.pin_code),
    handOvers: (row.hand_overs ?? undefined) as PublicSeller['handOvers'],
    deals: row.deals,
    backOn: row.back_on ?? undefined,
    ratings: sellerRatings({ sum: row.rating_sum, count: row.rating_count }),
    answerHours: row.answer_hours === null ? undefined : Math.max(1, Math.ceil(row.answer_hours)),
  }
}
