import { toIndianTime } from '#contract/common/dates.ts'
import { chooseMeetingTime, enterHandOverCode, proposeMeeting } from '#contract/orders/meetings.ts'
import { setShipment } from '#contract/orders/orders.ts'
import {
  changeStatus,
  dayMs,
  isAgreed,
  isBlocked,
  type ModelMeeting,
  type ModelOrder,
  type ModelState,
  type Side,
} from './testing-state.ts'
import {
  callerOf,
  done,
  type Expect,
  refuse,
  type Step,
  unchanged,
  type World,
} from './testing-world.ts'

const maxWrongCodes = 5

export async function findMeeting(world: World, orderId: string): Promise<ModelMeeting> {
  const { id, code } = await world.context.db
    .selectFrom('meetings')
    .innerJoin('orders', 'meeting_id', 'meetings.id')
    .select(['meetings.id', 'code'])
    .where('orders.id', '=', orderId)
    .executeTakeFirstOrThrow()
  return { id, code: code ?? '', wrongCodes: 0, proposal: undefined }
}

const isToHandOver = (order: ModelOrder) =>
  isAgreed(order) &&
  (order.status === 'Pending' || order.status === 'Shipped') &&
  order.returnedOn === undefined

/**
 * Whether people can meet for an order. If the book was sent before anybody proposed a meeting,
 * they can't.
 */
const isMeetable = (order: ModelOrder) =>
  isToHandOver(order) &&
  (order.handOver === 'meet' || (!order.handOver && order.status === 'Pending'))

const sharing = ({ orders }: ModelState, order: ModelOrder) =>
  order.meeting ? orders.filter(({ meeting }) => meeting === order.meeting) : [order]

const propose = (side: Side): Step => ({
  label: 'meeting',
  async call(world, order) {
    const { state } = world
    const answer = await callerOf(world, side, order.buyer).call(proposeMeeting, {
      orderId: order.id,
      place: 'In front of the library',
      times: [toIndianTime(new Date(state.now + dayMs))],
    })
    if (answer.status < 400) order.meeting ??= await findMeeting(world, order.id)
    return answer
  },
  expect(order, state, body) {
    const { meeting, buyer } = order
    if (!sharing(state, order).some(isMeetable)) return refuse('order_settled')
    if (isBlocked(state, buyer)) return refuse('chat_read_only')
    const { proposal } = body as { proposal?: { _id: string; times: string[] } }
    return done(() => {
      if (!meeting || !proposal) throw new Error('The model has no proposal.')
      const time = Date.parse(proposal.times[0] ?? '')
      meeting.proposal = { id: proposal._id, by: side, time, isChosen: false }
      if (side === 'buyer') state.wroteAt[buyer] = state.now
    })
  },
})

const choose = (side: Side): Step => ({
  label: 'meeting',
  call: async (world, { buyer, meeting }) =>
    meeting?.proposal &&
    callerOf(world, side, buyer).call(chooseMeetingTime, {
      meetingId: meeting.id,
      proposalId: meeting.proposal.id,
      time: new Date(meeting.proposal.time).toISOString(),
    }),
  expect(order, state) {
    const proposal = order.meeting?.proposal
    if (!proposal) throw new Error('The model has no proposal.')
    if (proposal.isChosen) return unchanged
    if (proposal.by === side) return refuse('not_yours')
    const orders = sharing(state, order)
    if (!orders.some(isMeetable)) return refuse('order_settled')
    if (isBlocked(state, order.buyer)) return refuse('chat_read_only')
    if (proposal.time <= state.now) return refuse('malformed')
    return done(() => {
      proposal.isChosen = true
      for (const met of orders) met.handOver ??= 'meet'
    })
  },
})

const typeCode =
  (isRight: boolean): Expect =>
  (order, state) => {
    const { meeting } = order
    if (!meeting) throw new Error('The order has no code.')
    const orders = sharing(state, order)
    const isEnded = meeting.wrongCodes === maxWrongCodes
    const waiting = isEnded
      ? []
      : orders.filter((other) => isToHandOver(other) && other.handOver === 'meet')
    if (waiting.length > 0 && !isRight)
      return refuse(++meeting.wrongCodes === maxWrongCodes ? 'code_ended' : 'wrong_code')
    if (waiting.length > 0)
      return done(() => {
        for (const other of waiting) {
          changeStatus(other, 'Delivered', state.now, 'code')
          other.wasHandedOver = true
        }
      })
    const isHandedOver = orders.some((o) => o.wasHandedOver && o.status === 'Delivered')
    if (isHandedOver && isRight) return unchanged
    return refuse(isEnded ? 'code_ended' : 'order_settled')
  }

const enter = (code: (meeting: ModelMeeting) => string, isRight: boolean): Step => ({
  label: 'meeting',
  call: async ({ seller }, { meeting }) =>
    meeting && seller.call(enterHandOverCode, { meetingId: meeting.id, code: code(meeting) }),
  expect: typeCode(isRight),
})

const anotherCode = ({ code }: ModelMeeting) => String((Number(code) + 1) % 10_000).padStart(4, '0')

const isSent = (order: ModelOrder) =>
  order.status === 'Shipped' && order.handOver !== 'meet' && order.returnedOn === undefined

/** Enters a courier. Orders of a deal that were sent in the same way share a parcel. */
const send = (courier: string, trackingNumber?: string): Step => ({
  label: 'parcel',
  call: ({ seller }, { id }) =>
    seller.call(setShipment, { orderId: id, courier, ...(trackingNumber && { trackingNumber }) }),
  expect(order, state) {
    const { sentWith: before, deal } = order
    const sentWith = `${courier} ${trackingNumber ?? ''}`
    if (!isSent(order)) return refuse('order_settled')
    if (before === sentWith) return unchanged
    const others = deal ? state.orders.filter((other) => other.deal === deal) : [order]
    return done(() => {
      for (const sent of others.filter((other) => isSent(other) && other.sentWith === before))
        sent.sentWith = sentWith
    })
  },
})

export const parcelSteps: Record<string, Step> = {
  'seller names a courier': send('India Post'),
  'seller gives a tracking number': send('India Post', 'EA123456785IN'),
}

export const meetingSteps: Record<string, Step> = {
  'buyer proposes to meet': propose('buyer'),
  'seller proposes to meet': propose('seller'),
  'buyer chooses a time': choose('buyer'),
  'seller chooses a time': choose('seller'),
  'seller types the code': enter(({ code }) => code, true),
  'seller types a wrong code': enter(anotherCode, false),
}
