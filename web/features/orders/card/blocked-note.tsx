import type { Side } from '#contract/common/endpoint.ts'
import type { Order } from '#contract/orders/orders.ts'

/** What the reader can do alone with an open order whose other side was blocked by an admin. */
export function BlockedNote({ order, side }: { order: Order; side: Side }) {
  const text = blockedOrderText(order, side)
  return text ? <p className="whitespace-normal text-danger text-sm">{text}</p> : null
}

export function blockedOrderText(
  { can, buyer, seller, status, returnedAt }: Order,
  side: Side,
): string | undefined {
  const isOver = returnedAt !== undefined || status === 'Cancelled'
  if (isOver || !(side === 'buyer' ? seller : buyer).blocked) return undefined
  if (side === 'seller') {
    if (can.includes('return'))
      return 'The buyer’s account was blocked by Dobara. Once the book is back, mark it as returned.'
    if (status === 'Delivered' || !can.includes('set-status')) return undefined
    return 'The buyer’s account was blocked by Dobara. If they have the book, set the status to Delivered; if not, set it to Cancelled, and send nothing more.'
  }
  if (can.includes('return'))
    return 'The seller’s account was blocked by Dobara. Once the book is back with them, say that you have returned it.'
  if (!can.includes('cancel') || status === 'Delivered') return undefined
  return 'The seller’s account was blocked by Dobara. If you have the book, say that you have received it; if not, cancel the order, and pay nothing more.'
}
