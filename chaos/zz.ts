import { cases, runCases } from './cases.ts'

const size = {
  pairs: 6,
  rate: 100,
  kills: 1,
  outages: 1,
  writes: 20,
  brokenMs: 300,
  fullDiskMs: 1000,
  stride: 20,
  buyers: 20,
  rounds: 1,
  messages: 200,
}
const t0 = performance.now()
const lap = (w: string) => console.log(Math.round(performance.now() - t0), w)
for await (const row of runCases(
  cases.filter((c) => c.name.includes(process.argv[2] ?? '')),
  size,
))
  lap(JSON.stringify({ ...row, problems: row.problems.slice(0, 3) }))
lap('closed')
