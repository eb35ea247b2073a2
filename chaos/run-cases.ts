// Runs all cases, in the order of the table in docs/reliability.md.
import { CaseRecord, check } from './acknowledged.ts'
import type { Case, Size } from './case.ts'
import { chats } from './chat.ts'
import { kills } from './kills.ts'
import { type Market, type MarketKind, makePairs, openMarket } from './market.ts'
import { outages } from './outages.ts'
import { forkOnSmallDisk } from './processes.ts'
import { races } from './races.ts'
import { createCall } from './writers.ts'

export const cases: readonly Case[] = [...kills, ...outages, ...races, ...chats]

export type Row = {
  name: string
  done: number
  lost: number
  doubled: number
  longestWaitMs: number
  problems: string[]
}

const copies = 100

async function runCase(one: Case, market: Market, size: Size): Promise<Row> {
  const record = new CaseRecord(one.name)
  const pairs = await market.withDatabase((db) => makePairs(db, size.pairs, copies))
  await market.run(one.nodes ?? 1)
  market.network.broken = 0
  const times = await one.run({ market, size, pairs, call: createCall(market, record), record })
  await market.network.idle()
  if (times === 0) record.problems.push('nothing was broken')
  if (record.acknowledged.length === 0) record.problems.push('nothing was done')
  const result = await market.withDatabase((db) => check(db, record))
  const { acknowledged, longestWaitMs } = record
  return { name: one.name, done: acknowledged.length, longestWaitMs, ...result }
}

export async function* runCases(chosen: readonly Case[], size: Size, template?: string) {
  let open: { kind: MarketKind; market: Market } | undefined
  try {
    for (const one of chosen) {
      if (one.onSmallDisk) {
        const args = [one.name, JSON.stringify(size), template ?? '']
        yield (await forkOnSmallDisk(import.meta.filename, args)) as Row
        continue
      }
      if (open?.kind !== one.market) {
        await open?.market.close()
        open = { kind: one.market, market: await openMarket(one.market, template) }
      }
      yield await runCase(one, open.market, size)
    }
  } finally {
    await open?.market.close()
  }
}

if (process.argv[1] === import.meta.filename) {
  const [folder, name, size = '', template] = process.argv.slice(2)
  const market = await openMarket('embedded', template || undefined, folder)
  const one = cases.find((one) => one.name === name)
  const row = one && (await runCase(one, market, JSON.parse(size)).finally(market.close))
  process.send?.(row)
}
