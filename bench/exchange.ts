// `npm run bench:exchange`: how good and how fast the rings of the exchange are, on markets that
// are the same each time. It takes some minutes and writes into docs/exchange-matching.md
// (`-- --markets 3`: fewer small markets, and nothing is written).
import { readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import {
  type LargeMarket,
  measureFirst,
  measureLarge,
  measureSmall,
  type SmallMarket,
} from './exchange/measure.ts'
import { isMissed, report, writeSection } from './exchange/report.ts'

const all = 30
const largeMarkets = 2
const firstRings = 200
const { values } = parseArgs({ options: { markets: { type: 'string', default: String(all) } } })
const count = Number(values.markets)
if (!(Number.isInteger(count) && count > 0)) throw new Error('--markets takes a whole number.')

const file = path.join(import.meta.dirname, '../docs/exchange-matching.md')
const [load = 0] = os.loadavg()
const machine = [
  `${os.cpus()[0]?.model.trim() ?? 'unknown processor'}`,
  `Node ${process.versions.node}`,
  `load average before the start ${load.toFixed(1)}`,
].join(', ')

const small: SmallMarket[] = []
for (let number = 0; number < count; number++) {
  const market = await measureSmall(number)
  const { people } = market.matching
  console.log(
    `market ${number + 1}: ${people} of ${market.most} people, ${market.processor.toFixed(1)} s`,
  )
  small.push(market)
}
const large: LargeMarket[] = []
for (let number = 0; number < largeMarkets; number++) {
  const market = await measureLarge(number)
  console.log(
    `large market ${number + 1}: ${market.matching.people} people, ${market.processor.toFixed(1)} s`,
  )
  large.push(market)
}
const [market] = large
if (!market) throw new Error('There is no large market.')
const first = {
  free: await measureFirst(market, firstRings, true),
  taken: await measureFirst(market, firstRings, false),
}
const text = report(machine, small, large, first)
console.log(`\n${text}`)
if (count === all) writeFileSync(file, writeSection(readFileSync(file, 'utf8'), text))
if (isMissed(text)) process.exitCode = 1
