// `npm run chaos` breaks real servers and prints the table of docs/reliability.md; `-- WORD` runs
// only the cases with that word in their name.
import { existsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { standardSize } from './case.ts'
import { root } from './processes.ts'
import { cases, runCases } from './run-cases.ts'

const [word = ''] = process.argv.slice(2)
const chosen = cases.filter(({ name }) => name.includes(word))
if (chosen.length === 0) throw new Error(`No case has “${word}” in its name.`)
if (!existsSync(path.join(root, 'build/server'))) throw new Error('First: npm run build')

console.log('| case | done | lost | doubled | longest wait |\n| --- | --- | --- | --- | --- |')
for await (const { name, done, lost, doubled, longestWaitMs, problems } of runCases(
  chosen,
  standardSize,
)) {
  const counts = [done, lost, doubled].map((count) => count.toLocaleString('en')).join(' | ')
  console.log(`| ${name} | ${counts} | ${(longestWaitMs / 1000).toFixed(1)} s |`)
  if (problems.length === 0) continue
  console.error(problems.slice(0, 20).join('\n'))
  process.exitCode = 1
}
console.log(`\n${os.cpus()[0]?.model}, ${os.cpus().length} cores; Node ${process.versions.node}`)
