import type { Profile } from '#contract/accounts/accounts.ts'
import { unknownBook } from '#contract/common/display-names.ts'
import { formatPhone } from '#contract/common/typed-text.ts'
import { type Order, shortOrderId } from '#contract/orders/orders.ts'
import { countBooks } from '#web/features/orders/deals/group-orders.ts'
import { formatRentPeriod, orderTypeText } from '#web/features/orders/labels.ts'
import { paymentText } from '#web/features/orders/payments/labels.ts'
import { fullPlaceName } from '#web/features/places/place-text.ts'
import { formatRupees } from '#web/format.ts'

export type Parcel = [Order, ...Order[]]

/** Groups orders that are in the same parcel. */
export function toParcels(orders: readonly Order[]): Parcel[] {
  const parcels = new Map<string, Parcel>()
  for (const order of orders) {
    const key = order.parcel ?? order._id
    const parcel = parcels.get(key)
    if (parcel) parcel.push(order)
    else parcels.set(key, [order])
  }
  return [...parcels.values()]
}

export const numbersText = (parcel: readonly Order[]): string =>
  parcel.map(({ _id }) => shortOrderId(_id)).join(', ')

type Line = { title: string; terms: string; numbers: string; copies: number; price: number }

/** The books of a parcel, with the number of copies. */
export function linesOf(parcel: Parcel): Line[] {
  const copies = Map.groupBy(parcel, ({ book, orderType, rentDays }) =>
    JSON.stringify([book._id, orderType, rentDays]),
  )
  return [...copies.values()].map((orders) => {
    const [order = parcel[0]] = orders
    const period = order.orderType === 'rent' ? `, ${formatRentPeriod(order)}` : ''
    return {
      title: order.book.title || unknownBook,
      terms: orderTypeText(order) + period,
      numbers: numbersText(orders),
      copies: orders.length,
      price: orders.reduce((sum, { price, refund = 0 }) => sum + price - refund, 0),
    }
  })
}

/** Returns a text such as 'Amount due: ₹240', or undefined if there is nothing to pay. */
export function amountText(parcel: Parcel): string | undefined {
  const [{ payment, deal }] = parcel
  if (!payment) return undefined
  const amount = formatRupees(payment.amount)
  const texts: Partial<Record<typeof payment.state, string>> = {
    'to-pay': `Amount due: ${amount}`,
    'said-paid': `Paid: ${amount}, not confirmed yet`,
    received: `Paid: ${amount}`,
  }
  const text = texts[payment.state] ?? paymentText(payment, 'seller')
  const books = countBooks(deal)
  return text && books > parcel.length ? `${text} (for all ${books} books of the order)` : text
}

export type AddressOf = { name: string; address: string; phone: string }

export const receiverOf = ([order]: Parcel): AddressOf => ({
  name: order.buyer.name,
  address: order.deliveryAddress,
  phone: formatPhone(order.phoneNumber),
})

/** Returns the sender of a seller's parcels. Students have only a place, not an address. */
export const senderOf = ({ name, shopName, shopAddress, place, phone }: Profile): AddressOf => ({
  name: shopName ?? name,
  address: shopAddress ?? (place ? `${fullPlaceName(place)} ${place.pinCode}` : ''),
  phone: formatPhone(phone ?? ''),
})

const maxAddressLines = 5

/** An address of many lines is written in fewer, so that it fits on a label. */
export function labelAddress(address: string): string {
  const lines = address.split('\n').flatMap((line) => line.trim() || [])
  return lines.join(lines.length > maxAddressLines ? ', ' : '\n')
}
