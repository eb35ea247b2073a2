import type { AccountStatus } from '#contract/accounts/auth.ts'
import type { Role, Side } from '#contract/common/endpoint.ts'
import { maxWrongCodes } from '#contract/common/limits.ts'
import { trackingPageOf } from '#contract/orders/hand-over.ts'
import type { Order } from '#contract/orders/orders.ts'
import { isAgreed, type OrderColumns, type OrderState } from '#server/orders/lifecycle/status.ts'

export type HandOverState = Pick<OrderColumns, 'hand_over' | 'meeting_id'> & {
  wrong_codes: number | null
}
type HandedOverOrder = HandOverState & OrderState & { seller_deleted_at: Date | null }

const isToHandOver = (order: HandedOverOrder): boolean =>
  isAgreed(order) &&
  (order.status === 'Pending' || order.status === 'Shipped') &&
  order.returned_at === null

export const isMeetable = (order: HandedOverOrder): boolean =>
  isToHandOver(order) &&
  (order.hand_over === 'meet' || (order.hand_over === null && order.status === 'Pending')) &&
  order.buyer_deleted_at === null &&
  order.seller_deleted_at === null

export const hasUsableCode = (order: HandedOverOrder): boolean =>
  isToHandOver(order) &&
  order.hand_over === 'meet' &&
  order.wrong_codes !== null &&
  order.wrong_codes < maxWrongCodes

export const isShipmentEditable = (order: HandedOverOrder): boolean =>
  order.status === 'Shipped' && order.hand_over !== 'meet' && order.returned_at === null

type ParcelOrder = HandedOverOrder &
  Pick<OrderColumns, 'id' | 'offer_id' | 'courier' | 'tracking_number'>

/**
 * Returns the same text for the orders in the same parcel: those of a deal that are to be packed,
 * or that were sent together. Returns undefined for orders that aren't sent by post.
 */
export function parcelOf(order: ParcelOrder): string | undefined {
  const { id, offer_id, status, courier, tracking_number, hand_over } = order
  const isToSend = status === 'Pending' && hand_over !== 'meet' && isToHandOver(order)
  if (!isToSend && !isShipmentEditable(order)) return undefined
  return JSON.stringify([offer_id ?? id, status, courier, tracking_number])
}

type MeetingColumns = {
  meeting_place: string | null
  meeting_starts_at: Date | null
  meeting_code: string | null
}

/** Returns an order's meeting. Only the buyer sees the code. */
export function meetingOf(order: HandedOverOrder & MeetingColumns, role: Role): Order['meeting'] {
  if (order.meeting_id === null) return undefined
  return {
    _id: order.meeting_id,
    place: order.meeting_place ?? undefined,
    startsAt: order.meeting_starts_at?.toISOString(),
    ...(role === 'buyer' &&
      hasUsableCode(order) &&
      order.meeting_code !== null && { code: order.meeting_code }),
    codeEnded: isToHandOver(order) && order.wrong_codes === maxWrongCodes,
  }
}

type Contact = { buyer_status: AccountStatus; seller_status: AccountStatus; is_blocked: boolean }

export const areInContact = ({ buyer_status, seller_status, is_blocked }: Contact): boolean =>
  buyer_status === 'active' && seller_status === 'active' && !is_blocked

export const timesOf = (proposed_times: unknown): Date[] =>
  ((proposed_times ?? []) as string[]).map((time) => new Date(time))

type ProposalColumns = Contact & { proposed_by: Side | null; proposed_times: unknown }

/**
 * Returns the proposed times that are still in the future. Returns undefined if there are none, or
 * if no meeting can be agreed on any more.
 */
export function proposedOf(
  order: HandedOverOrder & ProposalColumns,
  now: Date,
): NonNullable<Order['meeting']>['proposed'] {
  const { proposed_by: by, proposed_times } = order
  if (by === null || !isMeetable(order) || !areInContact(order)) return undefined
  const times = timesOf(proposed_times).filter((time) => time > now)
  return times.length === 0 ? undefined : { by, times: times.map((time) => time.toISOString()) }
}

export function shipmentOf({
  status,
  courier,
  tracking_number,
}: Pick<OrderState, 'status'> & { courier: string | null; tracking_number: string | null }):
  | Order['shipment']
  | undefined {
  if (courier === null || (status !== 'Shipped' && status !== 'Delivered')) return undefined
  return {
    courier,
    trackingNumber: tracking_number ?? undefined,
    trackingPage: trackingPageOf(courier, tracking_number),
  }
}
