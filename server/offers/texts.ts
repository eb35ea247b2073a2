// Messages about offers. They never contain an address.
import { addDays } from '#contract/common/dates.ts'
import { formatRupees } from '#contract/common/schemas.ts'
import { swapText } from '#server/exchanges/texts.ts'
import { formatDay, ordersText } from '#server/orders/texts.ts'

type OfferTerms = {
  order_type: 'rent' | 'purchase'
  amount: number
  days: number | null
  first_day: string | null
}
type Extension = { extends_order_id: string | null }
type Item = { title: string; copies: number }

const maxNamedBooks = 3

/** Returns 'Optics', '3 copies of Optics' or '4 books (Optics, Waves)'. */
function itemsText(items: readonly Item[]): string {
  const copies = items.reduce((sum, item) => sum + item.copies, 0)
  const [first] = items
  if (!first) throw new Error('an offer has books')
  if (items.length > 1) {
    const named = items.slice(0, maxNamedBooks).map(({ title }) => title)
    const more = items.length - named.length
    return `${copies} books (${named.join(', ')}${more > 0 ? ` and ${more} more` : ''})`
  }
  return copies === 1 ? first.title : `${copies} copies of ${first.title}`
}

function termsText({ order_type, amount, days, first_day }: OfferTerms): string {
  if (order_type === 'purchase' || days === null || first_day === null) return formatRupees(amount)
  const period = `${formatDay(first_day)} - ${formatDay(addDays(first_day, days))}`
  return `${formatRupees(amount)} a day, ${days} ${days === 1 ? 'day' : 'days'} (${period}), ${formatRupees(amount * days)} in all`
}

const verb = ({ order_type, extends_order_id }: OfferTerms & Extension) =>
  extends_order_id !== null ? 'Longer rent of ' : order_type === 'rent' ? 'Rent of ' : ''

/** If the writer deletes the account, the text is cut off here. */
export const placeMarker = '\nHanded over in person: '
const inPersonMarker = placeMarker.trimStart()

export function offerText(
  offer: OfferTerms & Extension & { hand_over: 'meet' | 'post'; meeting_point: string | null },
  items: readonly Item[],
): string {
  const offered = `Offer: ${verb(offer)}${itemsText(items)} for ${termsText(offer)}`
  if (offer.extends_order_id !== null) return offered
  return `${offered}.\n${placeText(offer)}`
}

/** The text under the bell, without the place. */
export const newOfferNotification = (text: string): string =>
  `New ${text.charAt(0).toLowerCase()}${text.slice(1).split('\n')[0]}`

function placeText(offer: { hand_over: 'meet' | 'post'; meeting_point: string | null }): string {
  if (offer.hand_over === 'post') return 'By post.'
  return offer.meeting_point === null
    ? 'Handed over in person.'
    : `${inPersonMarker}${offer.meeting_point}`
}

/** `topUp` is in paise. */
export const exchangeText = (
  books: Parameters<typeof swapText>[0],
  topUp: number,
  { handOver, meetingPoint }: { handOver: 'meet' | 'post'; meetingPoint?: string | undefined },
): string =>
  `Offer to swap: ${swapText(books, topUp)}.\n${placeText({
    hand_over: handOver,
    meeting_point: meetingPoint ?? null,
  })}`

export function acceptedText(
  offer: OfferTerms & Extension,
  items: readonly Item[],
  orderIds: readonly string[],
): string {
  const text = `Offer accepted: ${verb(offer)}${itemsText(items)} for ${termsText(offer)}`
  return `${text} (${ordersText(orderIds)}).`
}

export const agreedText = (
  books: Parameters<typeof swapText>[0],
  topUp: number,
  orderIds: readonly string[],
): string => `Swap agreed: ${swapText(books, topUp)} (${ordersText(orderIds)}).`

export const declinedText = (offer: OfferTerms & { top_up: number | null }): string =>
  offer.top_up === null
    ? `The offer of ${termsText(offer)} was declined.`
    : 'The swap was declined.'
