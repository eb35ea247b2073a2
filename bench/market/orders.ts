import { bookId, chatOfPair, listedAt, type MarketSizes, marketId, sellerOf } from './ids.ts'
import type { Plan } from './sales.ts'
import { openTableFile, type TableFile } from './table-file.ts'
import type { Title } from './titles.ts'

const dayMs = 86_400_000

const openFiles = (folder: string) => ({
  chats: openTableFile(folder, 'chats', 'id book_id buyer_id seller_id'),
  orders: openTableFile(
    folder,
    'orders',
    'id chat_id book_id buyer_id seller_id order_type status price delivery_address phone_number book_title book_type title_key branch original_price buyer_name seller_name created_at delivered_at confirmed_at condition publication_year is_custom_price',
  ),
  holds: openTableFile(folder, 'holds', 'order_id copy_id during'),
  events: openTableFile(
    folder,
    'order_events',
    'id order_id kind status actor_model actor_id created_at',
  ),
  ratings: openTableFile(
    folder,
    'ratings',
    'order_id title_key buyer_id seller_id book_stars seller_stars review created_at',
  ),
})

/**
 * Writes a chat for each seller, about their first book, and what was sold: an order that was
 * delivered, with its chat and, mostly, its rating.
 */
export function writeOrders(folder: string, sizes: MarketSizes, plan: Plan): TableFile[] {
  const files = openFiles(folder)
  for (let pair = 0; pair < sizes.sellers; pair++)
    files.chats.add(
      ...[chatOfPair(pair), bookId(pair, sizes)],
      ...[marketId('buyer', pair), marketId('seller', pair)],
    )
  for (const [at, { book, buyer, stars }] of plan.sales.entries()) {
    const title = plan.titles[plan.titleOf[book] as number] as Title
    const chat = marketId('chat', sizes.sellers + at)
    const [order, bought] = [marketId('order', at), marketId('buyer', buyer)]
    const [id, seller] = [bookId(book, sizes), marketId('seller', sellerOf(book, sizes))]
    const ordered = new Date(listedAt(book, sizes).getTime() + 10 * dayMs).toISOString()
    const delivered = new Date(listedAt(book, sizes).getTime() + 13 * dayMs).toISOString()
    files.chats.add(chat, id, bought, seller)
    files.orders.add(
      ...[order, chat, id, bought, seller, 'purchase', 'Delivered', 20_000],
      ...[
        '12 Lake Road, Pune 411001',
        '+919876543210',
        title.title,
        'old',
        title.key,
        title.branch,
      ],
      ...[40_000, 'Asha Rao', 'Ravi Shah', ordered, delivered, delivered],
      ...['good', 2015, true],
    )
    files.holds.add(order, marketId('copy', book * 8), `[${ordered.slice(0, 10)},)`)
    files.events.add(
      marketId('event', at * 3),
      order,
      'created',
      'Pending',
      'Seller',
      seller,
      ordered,
    )
    files.events.add(
      ...[marketId('event', at * 3 + 1), order, 'confirmed', 'Pending', 'Buyer', bought, ordered],
    )
    files.events.add(
      ...[marketId('event', at * 3 + 2), order, 'status', 'Delivered', 'Seller', seller, delivered],
    )
    if (stars !== undefined)
      files.ratings.add(
        ...[order, title.key, bought, seller, stars, stars],
        stars > 3 ? 'As described, and handed over on the same day.' : null,
        delivered,
      )
  }
  for (const file of Object.values(files)) file.close()
  return Object.values(files)
}
