// People who write as the app does: each write has a key and is retried until a response arrives,
// because the server may have carried out a request whose response was lost.
import { once } from 'node:events'
import http from 'node:http'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { sendMessage } from '#contract/chats.ts'
import {
  type Endpoint,
  type EndpointInput,
  endpointUrl,
  type ResponseOf,
} from '#contract/common/endpoint.ts'
import { acceptOffer, makeOffer, withdrawOffer } from '#contract/orders/offers.ts'
import { placeOrder } from '#contract/orders/orders.ts'
import type { CaseRecord } from './acknowledged.ts'
import type { Account, Market, Pair } from './market.ts'

const answerTimeoutMs = 15_000
const giveUpMs = 180_000
const pauseMs = 100

export type Answer<E extends Endpoint> = { status: number; body: ResponseOf<E> & { code?: string } }
export type Call = <E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  by: Account,
  key?: string,
) => Promise<Answer<E>>

/** Sends a request once, over a connection of its own. Rejects unless the response is complete. */
async function send(
  port: number,
  endpoint: Endpoint,
  input: Record<string, unknown>,
  headers: http.OutgoingHttpHeaders,
) {
  const { path, rest } = endpointUrl(endpoint, input)
  const sent = http.request({
    host: '127.0.0.1',
    port,
    path: `/api${path}`,
    method: endpoint.method,
    agent: false,
    headers,
    signal: AbortSignal.timeout(answerTimeoutMs),
  })
  sent.on('error', () => {})
  sent.end(endpoint.method === 'GET' ? undefined : JSON.stringify(rest))
  const [response] = (await once(sent, 'response')) as [http.IncomingMessage]
  return {
    status: response.statusCode ?? 0,
    isPolite: response.headers['retry-after'] !== undefined,
    body: (await json(response)) as { code?: string },
  }
}

/** Retries a request until its response is final, that is, neither a 500 nor a 503. */
export const createCall =
  ({ network }: Market, record: CaseRecord): Call =>
  async (endpoint, input, by, key = endpoint.creates && crypto.randomUUID()) => {
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${by.token}`,
      ...(key && { 'idempotency-key': key }),
    }
    const start = performance.now()
    for (;;) {
      const answer = await send(network.port, endpoint, input, headers).catch(() => undefined)
      const waitedMs = record.noteWait(start)
      if (answer && answer.status !== 500 && answer.status !== 503) return answer as never
      if (answer?.status === 500) record.problems.push(`${endpoint.path}: 500`)
      else if (answer && !(answer.isPolite && answer.body.code))
        record.problems.push(`${endpoint.path}: 503 without Retry-After or code`)
      record.unanswered++
      if (waitedMs > giveUpMs) throw new Error(`${endpoint.path}: no answer for three minutes`)
      await sleep(pauseMs)
    }
  }

export const offerOf = (bookId: string) => ({
  orderType: 'purchase',
  amount: 200,
  handOver: 'meet' as const,
  items: [{ bookId, copies: 1 }],
})
export const purchase = { orderType: 'purchase', phoneNumber: '+919876543210' }

/** The writes of a pair. All are allowed, so a refusal is a problem. */
export function createWrites(call: Call, record: CaseRecord) {
  const isRight = ({ status, body }: { status: number; body: { code?: string } }): boolean => {
    if (status >= 300) record.problems.push(`refused: ${status} ${body.code}`)
    return status < 300
  }
  const message = async ({ buyer, seller, chatId }: Pair) => {
    const [by, mark] = [Math.random() < 0.5 ? buyer : seller, record.newMark()]
    const input = { chatId, message: mark, clientId: crypto.randomUUID() }
    const answer = await call(sendMessage, input, by)
    if (isRight(answer)) record.acknowledge({ mark, id: answer.body._id, by: by.id, chatId })
  }
  const order = async ({ seller, chatId }: Pair) => {
    const mark = record.newMark()
    const answer = await call(placeOrder, { ...purchase, chatId, deliveryAddress: mark }, seller)
    if (isRight(answer)) record.acknowledge({ mark, id: answer.body._id, by: seller.id, chatId })
  }
  const offer = async ({ buyer, seller, bookId, chatId }: Pair) => {
    const mark = record.newMark()
    const input = { ...offerOf(bookId), chatId, meetingPoint: mark }
    const made = await call(makeOffer, input, buyer)
    if (!isRight(made)) return
    const id = made.body._id
    const isAccepted = Math.random() < 0.5
    const settled = isAccepted
      ? await call(acceptOffer, { offerId: id }, seller)
      : await call(withdrawOffer, { offerId: id }, buyer)
    const end = isAccepted ? { status: 'accepted', orders: 1 } : { status: 'withdrawn' }
    if (isRight(settled)) record.acknowledge({ mark, id, by: buyer.id, chatId, ...end })
  }
  return { message, order, offer }
}
