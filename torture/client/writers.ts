// People who write: each pair does one thing after the other, so many a second in all.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sendMessage } from '#contract/chats.ts'
import { acceptOffer, makeOffer, withdrawOffer } from '#contract/orders/offers.ts'
import { placeOrder } from '#contract/orders/orders.ts'
import type { Random } from '#server/demo/random.ts'
import type { Pair } from '#torture/market/make-market.ts'
import { type Answer, type CallCounts, call, newCounts } from './call.ts'
import { createLedger, type Ledger, textOf } from './ledger.ts'

type Options = {
  pairs: readonly Pair[]
  port: () => number
  random: Random
  /** Writes a second. */
  rate: number
  timeoutMs?: number
  giveUpMs?: number
}

export type Writers = {
  ledger: Ledger
  counts: CallCounts
  /** Begins nothing more, and resolves once all that was begun has its answer. */
  finish: () => Promise<void>
}

const phoneNumber = '+919876543210'

/** Notes what was acknowledged; what is refused would be a fault here, where everything fits. */
function createWrites(options: Options, ledger: Ledger, counts: CallCounts) {
  const { random } = options
  const with_ = { ...options, counts }
  const id = (answer: Answer<{ _id: string }>, what: string): string | undefined => {
    if (answer.status < 300) return answer.body._id
    counts.faults.push(`${what}: ${answer.status} ${answer.code}`)
    return undefined
  }
  const message = async ({ buyer, seller, chatId }: Pair) => {
    const [by, clientId] = [random.chance(0.5) ? buyer : seller, randomUUID()]
    const mark = textOf(clientId)
    const input = { chatId, message: mark, clientId }
    const made = id(await call(sendMessage, input, by, with_), 'message')
    if (made) ledger.add({ kind: 'message', mark, id: made, by: by.id, chatId })
  }
  const order = async ({ seller, chatId }: Pair) => {
    const mark = `12 Lake Road, ${randomUUID()}`
    const input = { chatId, deliveryAddress: mark, phoneNumber, orderType: 'purchase' }
    const made = id(await call(placeOrder, input, seller, with_), 'order')
    if (made) ledger.add({ kind: 'order', mark, id: made, by: seller.id, chatId })
  }
  const offer = async ({ buyer, seller, bookId, chatId }: Pair) => {
    const mark = `Gate ${randomUUID()}`
    const made = id(
      await call(
        makeOffer,
        {
          ...{ chatId, orderType: 'purchase', amount: 200, items: [{ bookId, copies: 1 }] },
          ...{ handOver: 'meet', meetingPoint: mark },
        },
        buyer,
        with_,
      ),
      'offer',
    )
    if (!made) return
    const isAccepted = random.chance(0.5)
    const settled = isAccepted
      ? await call(acceptOffer, { offerId: made }, seller, with_)
      : await call(withdrawOffer, { offerId: made }, buyer, with_)
    if (!id(settled, isAccepted ? 'acceptance' : 'withdrawal')) return
    const status = isAccepted ? 'accepted' : 'withdrawn'
    ledger.add({ kind: 'offer', mark, id: made, by: buyer.id, chatId, status })
  }
  return [message, message, message, order, offer]
}

/** Starts writing at once. */
export function startWriters(options: Options): Writers {
  const { pairs, random, rate } = options
  const [ledger, counts] = [createLedger(), newCounts()]
  const writes = createWrites(options, ledger, counts)
  const idle = [...pairs]
  const running = new Set<Promise<void>>()
  const isOver = { value: false }
  const beginOne = () => {
    // Those who still wait for an answer begin nothing new.
    const [pair] = idle.splice(random.integer(0, Math.max(0, idle.length - 1)), 1)
    if (!pair) return
    const write = random
      .pick(writes)(pair)
      .catch((error: Error) => void counts.faults.push(error.message))
      .finally(() => {
        running.delete(write)
        idle.push(pair)
      })
    running.add(write)
  }
  const begun = (async () => {
    while (!isOver.value) {
      beginOne()
      await sleep(1000 / rate)
    }
  })()
  return {
    ledger,
    counts,
    finish: async () => {
      isOver.value = true
      await begun
      await Promise.all(running)
    },
  }
}
