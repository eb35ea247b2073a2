// What a case is, and the people who write while it breaks something.
import { setTimeout as sleep } from 'node:timers/promises'
import type { CaseRecord } from './acknowledged.ts'
import type { Market, MarketKind, Pair } from './market.ts'
import { type Call, createWrites } from './writers.ts'

export type Size = {
  pairs: number
  /** Writes a second. */
  rate: number
  /** How often a server is killed, or something is gone and back. */
  kills: number
  outages: number
  /** At most as many are acknowledged between two kills. */
  writes: number
  /** How long something is broken; a full disk outlasts the server's patience with its database. */
  brokenMs: number
  fullDiskMs: number
  /** Kill at each nth step. */
  stride: number
  buyers: number
  rounds: number
  messages: number
}

export type Scene = { market: Market; size: Size; pairs: Pair[]; call: Call; record: CaseRecord }

export type Case = {
  name: string
  market: MarketKind
  nodes?: 2
  onSmallDisk?: true
  /** Breaks something, and says how often it was broken. */
  run: (scene: Scene) => Promise<number>
}

const patienceMs = 60_000

/** Waits until more has been acknowledged. */
export async function waitForWrites({ record }: Scene, count: number): Promise<void> {
  const target = record.acknowledged.length + count
  for (const end = performance.now() + patienceMs; performance.now() < end; await sleep(5))
    if (record.acknowledged.length >= target) return
  record.problems.push(`fewer than ${count} writes were acknowledged in a minute`)
}

/** People write before, while and after something is broken. */
export async function whileWriting(scene: Scene, breakIt: () => Promise<number>): Promise<number> {
  const { call, record, pairs, size } = scene
  const { message, order, offer } = createWrites(call, record)
  const choices = [message, message, message, order, offer]
  let isOver = false
  const writers = pairs.map(async (pair) => {
    while (!isOver) {
      await sleep((Math.random() * 2000 * pairs.length) / size.rate)
      await choices[Math.floor(Math.random() * choices.length)]?.(pair)
    }
  })
  const written = Promise.all(writers)
  // It is awaited later.
  written.catch(() => {})
  await waitForWrites(scene, size.writes / 2)
  const times = await breakIt()
  await waitForWrites(scene, size.writes / 2)
  isOver = true
  await written
  return times
}
