import { randomUUID } from 'node:crypto'
import { chatOfPair, tokenOf } from '#bench/market/ids.ts'
import { connectLive, type LiveClient } from './live-client.ts'

export type Pair = {
  /** Sends a message from one side; resolves once it is acknowledged and the other side has it. */
  exchange: (from: 'buyer' | 'seller') => Promise<void>
  close: () => void
}

const connectors = 40

/** Runs `work` for each number below `count`, so many at a time; returns the results in order. */
export async function manyAtOnce<T>(
  count: number,
  work: (number: number) => Promise<T>,
): Promise<T[]> {
  const results: T[] = []
  let next = 0
  await Promise.all(
    Array.from({ length: connectors }, async () => {
      while (next < count) {
        const number = next++
        results[number] = await work(number)
      }
    }),
  )
  return results
}

/** The buyer and the seller of one chat, both connected, the seller perhaps to another server. */
export async function connectPair(port: number, pair: number, sellerPort = port): Promise<Pair> {
  const chatId = chatOfPair(pair)
  const arrivals = new Map<string, () => void>()
  const connect = async (role: 'buyer' | 'seller'): Promise<LiveClient> => {
    const client = await connectLive(role === 'buyer' ? port : sellerPort, {
      token: tokenOf(role, pair),
      chat: chatId,
    })
    client.onEvent = (event, payload) => {
      if (event !== 'receive_message') return
      const { clientId } = payload as { clientId: string }
      arrivals.get(clientId)?.()
      arrivals.delete(clientId)
    }
    return client
  }
  const clients = { buyer: await connect('buyer'), seller: await connect('seller') }
  return {
    exchange: async (from) => {
      const clientId = randomUUID()
      const arrived = new Promise<void>((resolve) => arrivals.set(clientId, resolve))
      const message = 'Is the book still available? I could come on Saturday.'
      const ack = await clients[from].send('send_message', { chatId, message, clientId })
      if (!ack.ok) throw new Error(`A message was refused: ${ack.code}`)
      await arrived
    },
    close: () => {
      clients.buyer.close()
      clients.seller.close()
    },
  }
}
