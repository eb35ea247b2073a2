import type { Chat } from '#contract/chats.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { errorCatalog } from '#contract/common/error-catalog.ts'
import type { Offer } from '#contract/orders/offers.ts'
import { offerEndText } from './labels.ts'
import { type ChatDeals, openOfferOf } from './use-chat-deals.ts'

/** Why the offer that somebody is making can't be sent any more; undefined while it can. */
export function offerChange(
  { can }: Pick<Chat, 'can'>,
  side: Side,
  deals: Pick<ChatDeals, 'offers'>,
  replaced: Offer | undefined,
): string | undefined {
  if (!can.includes('send')) return 'This chat is closed, so no offer can be sent in it.'
  if (!replaced) {
    const open = openOfferOf(deals)
    return open && open.by !== side ? errorCatalog.offer_open[1] : undefined
  }
  const latest = deals.offers.get(replaced._id) ?? replaced
  return latest.status === 'open' ? undefined : offerEndText(latest)
}
