// The calls that the access tests send. A call about a thing is valid apart from its caller, so it
// can't be refused for another reason.
import { addDays, indianDate } from '#contract/common/dates.ts'
import type { Endpoint } from '#contract/common/endpoint.ts'
import { newId } from '#server/platform/database/ids.ts'
import { endpointName, endpoints } from '#server/testing-endpoints.ts'
import type { Thing } from './testing-market.ts'
import type { Rule } from './testing-read-table.ts'

const contact = { deliveryAddress: '12 Lake Road, Pune', phoneNumber: '+919876543210' }
const complaint = { reason: 'other', text: 'Please look at this.' }
const price = { kind: 'price' }
const reason = 'Both of them asked for it.'
const note = { note: reason }

type Input = Record<string, unknown>
/**
 * The fields of a call, apart from the id in its path. Some of their values are in the thing's
 * `more`.
 */
const inputs: Record<string, (thing: Thing) => Input> = {
  'POST /chats/start': ({ id }) => ({ bookId: id }),
  'POST /chats/send': ({ id }) => ({ chatId: id, message: 'Is it still there?' }),
  'GET /chats/{chatId}/exchangeable/{side}': () => ({ side: 'seller' }),
  'POST /offers': ({ id, more }) => ({
    ...contact,
    chatId: id,
    orderType: 'purchase',
    amount: 200,
    items: [{ bookId: more?.bookId ?? newId(), copies: 1 }],
    handOver: 'post',
  }),
  'PUT /offers/{offerId}/accept': () => contact,
  'PUT /deals/{dealId}/status': () => ({ status: 'Shipped' }),
  'PUT /deals/{dealId}/undo': ({ more }) => ({ orderId: more?.orderId ?? newId() }),
  'POST /orders/create': ({ id }) => ({ ...contact, chatId: id, orderType: 'purchase' }),
  'PUT /orders/update/{orderId}': () => ({ status: 'Shipped' }),
  'GET /seller/orders/parcels': ({ id }) => ({ orders: id }),
  'PUT /seller/orders/shipped': ({ id }) => ({ parcels: [{ orderId: id }] }),
  'PUT /seller/orders/shipped/undo': ({ id }) => ({ orderIds: [id] }),
  'PUT /orders/{orderId}/reason': () => ({ reason }),
  'PUT /orders/{orderId}/shipment': () => ({
    courier: 'India Post',
    trackingNumber: 'EM123456789IN',
  }),
  'POST /orders/{orderId}/rating': () => ({ book: 4, seller: 5 }),
  'PUT /orders/{orderId}/payments/{kind}/paid': () => price,
  'PUT /orders/{orderId}/payments/{kind}/received': () => price,
  'PUT /orders/{orderId}/payments/{kind}/take-back': () => price,
  'POST /orders/{orderId}/meeting': () => ({
    place: 'Library',
    times: [`${addDays(indianDate(new Date()), 3)}T17:00`],
  }),
  'PUT /meetings/{meetingId}/time': ({ more }) => ({
    proposalId: more?.proposalId ?? newId(),
    time: more?.time ?? new Date().toISOString(),
  }),
  'PUT /meetings/{meetingId}/hand-over': () => ({ code: '0000' }),
  'POST /orders/{orderId}/problem': () => ({ reason: 'damaged', text: 'Torn.' }),
  'POST /orders/{orderId}/problem/messages': () => ({ text: 'Please look at the cover.' }),
  'POST /seller/replies': () => ({ text: 'Yes, it is.' }),
  'PUT /seller/replies/{replyId}': () => ({ text: 'No, it isn’t.' }),
  'PUT /orders/{orderId}/problem/proposal': () => ({ proposal: 'refund', refund: 10 }),
  'PUT /orders/{orderId}/problem/solve': () => ({ outcome: 'withdrawn' }),
  'PUT /exchanges/{exchangeId}/payments/{number}/paid': () => ({ number: 1 }),
  'PUT /exchanges/{exchangeId}/payments/{number}/received': () => ({ number: 1 }),
  'PUT /exchanges/{exchangeId}/payments/{number}/take-back': () => ({ number: 1 }),
  'PUT /exchanges/{exchangeId}/orders/{orderId}/send': ({ more }) => ({
    orderId: more?.orderId ?? newId(),
  }),
  'PUT /exchanges/{exchangeId}/orders/{orderId}/send #order': ({ id, more }) => ({
    exchangeId: more?.exchangeId ?? newId(),
    orderId: id,
  }),
  'PUT /exchanges/{exchangeId}/orders/{orderId}/hand-over': ({ more }) => ({
    orderId: more?.orderId ?? newId(),
    code: '0000',
  }),
  'PUT /exchanges/{exchangeId}/orders/{orderId}/receive': ({ more }) => ({
    orderId: more?.orderId ?? newId(),
  }),
  'POST /exchanges/{exchangeId}/messages': () => ({ message: 'When shall we meet?' }),
  'PUT /exchanges/{exchangeId}/accept': () => contact,
  'POST /books/seller/changes': ({ id }) => ({
    ids: [id],
    change: { kind: 'price', unit: 'rupees', by: -1 },
  }),
  'PUT /wants/{id}': () => ({ mostOnTop: 50 }),
  'PUT /books/seller/books/{id}': () => ({ description: 'Hardly read.' }),
  'POST /complaints #order': ({ id }) => ({ ...complaint, subject: 'order', subjectId: id }),
  'POST /complaints #message': ({ id }) => ({ ...complaint, subject: 'message', subjectId: id }),
  'POST /complaints #listing': ({ id }) => ({ ...complaint, subject: 'listing', subjectId: id }),
  'POST /complaints #wanted': ({ id }) => ({ ...complaint, subject: 'wanted', subjectId: id }),
  'PUT /admin/wanted/{id}/hide': () => ({ reason }),
  'PUT /admin/orders/{id}/close': () => ({ reason }),
  'PUT /admin/orders/{id}/reopen': () => ({ reason }),
  'PUT /admin/orders/{id}/cancel': () => ({ reason }),
  'PUT /admin/orders/{id}/exchange/settle': () => ({ reason }),
  'PUT /admin/orders/{id}/problem/settle': () => ({ outcome: 'dismissed', reason }),
  'PUT /admin/complaints/{id}/dismiss': () => note,
  'PUT /admin/complaints/{id}/warn': () => note,
  'PUT /admin/complaints/{id}/hide-listing': () => note,
  'PUT /admin/complaints/{id}/block': () => note,
  'DELETE /admin/reviews/{id}': () => ({ reason }),
  'DELETE /admin/books/{id}': () => ({ reason }),
  'PUT /admin/buyers/{id}/toggle-status': () => ({ status: 'blocked', reason }),
  'PUT /admin/sellers/{id}/toggle-status': () => ({ status: 'blocked', reason }),
}

/** The input of calls without a thing that require some. */
const questions: Record<string, Input> = {
  'GET /seller/reports/orders-csv': { month: '2026-11' },
  'GET /places/city': { of: '411038' },
  'GET /places/named': { search: 'Kothrud' },
  'GET /titles/isbn': { isbn: '9788121925242' },
  'PUT /helper/name': { name: 'Ravi Kumar' },
  'PUT /helper/password': { password: 'not the one', newPassword: 'a quite different one' },
  'GET /places/distances': { from: '411038', to: '411004' },
}

export function endpointOf(rule: Rule): Endpoint {
  const found = endpoints.find((endpoint) => endpointName(endpoint) === rule.endpoint)
  if (!found) throw new Error(`There is no endpoint ${rule.endpoint}.`)
  return found
}

export function inputOf({ name }: Rule, { path }: Endpoint, thing: Thing | undefined): Input {
  if (!thing) return questions[name] ?? {}
  const [, first] = /\{(\w+)\}/.exec(path) ?? []
  return { ...(first && { [first]: thing.id }), ...inputs[name]?.(thing) }
}

export const absentThing = (kind: string): Thing => ({
  id: kind === 'pin-code' ? '100000' : kind === 'title' ? 'zzzzzzzzzz' : newId(),
  of: [],
  isAbsent: true,
})
