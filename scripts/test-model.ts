// The long form of the model test: `npm run test:model` runs 10,000 sequences and prints how often
// each transition was reached (`-- 500`: so many). `-- --faults` plants faults in a copy of the
// server, one at a time, and says whether the model finds each.
import { spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const defaultSequences = 10_000
const sequencesPerFault = 300

/** In `file`, `text` occurs once and is replaced. */
type Fault = { name: string; file: string; text: string; replacement: string }
const faults: Fault[] = [
  {
    name: 'a cancelled order keeps its copy',
    file: 'server/orders/apply-transition.ts',
    text: "if (copy === 'release') await",
    replacement: "if (copy === 'release' && order.offer_id) await",
  },
  {
    name: 'a cancelled order keeps the buyer’s consent',
    file: 'server/orders/transitions.ts',
    text: 'confirmed_at: null,\n        received_at: null,\n        handed_back_at: null,',
    replacement: 'handed_back_at: null,',
  },
  {
    name: 'the seller changes a closed order',
    file: 'server/orders/transitions.ts',
    text: 'if (order.status !== status && isClosed(order, now))',
    replacement: 'if (order.status !== status && order.is_rated && isClosed(order, now))',
  },
  {
    name: 'the buyer cancels what was sent',
    file: 'server/orders/rules.ts',
    text: "order.status === 'Pending' || (order.status === 'Shipped' && order.seller_status",
    replacement: "order.status === 'Pending' || (order.status === 'Shipped' || order.seller_status",
  },
  {
    name: 'silence closes an order only after ten weeks',
    file: 'server/orders/policy.ts',
    text: 'export const closeAfterMs = 7 *',
    replacement: 'export const closeAfterMs = 70 *',
  },
  {
    name: 'undoing a cancellation reserves no copy',
    file: 'server/orders/transitions.ts',
    text: 'changes: { status, ...previous },\n  copy: copyChange(order, status),',
    replacement: "changes: { status, ...previous },\n  copy: 'unchanged',",
  },
  {
    name: 'the buyer’s consent to an accepted offer is missing in the history',
    file: 'server/offers/settle.ts',
    text: "kind: 'confirmed',",
    replacement: "kind: 'created',",
  },
  {
    name: 'an accepted offer stays open',
    file: 'server/offers/settle.ts',
    text: "await settleOffer(db, offerId, 'accepted', now, given)",
    replacement: '',
  },
  {
    name: 'the maker of an offer accepts it',
    file: 'server/offers/settle.ts',
    text: "if (isOwn !== (end === 'withdrawn')) throw new AppError('not_yours')",
    replacement: 'void isOwn',
  },
  {
    name: 'an offer is accepted after its time',
    file: 'server/offers/rules.ts',
    text: "status === 'open' && expires_at <= now ?",
    replacement: "status === 'open' && expires_at < new Date(0) ?",
  },
  {
    name: 'the orders of a deal add up to less than its amount',
    file: 'server/offers/rules.ts',
    text: 'for (const { index } of byRemainder.slice(0, left))',
    replacement: 'for (const { index } of byRemainder.slice(0, left - 1))',
  },
  {
    name: 'the dates of a rent don’t move with its hand-over',
    file: 'server/orders/transitions.ts',
    text: 'order.rent_start === today) return {}',
    replacement: 'order.rent_start !== today) return {}',
  },
]

/** Runs the model test in a folder; true if it passes. */
function runModel(folder: string, env: Record<string, string>, isQuiet: boolean): Promise<boolean> {
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
  const child = spawn(
    process.execPath,
    [vitest, 'run', '--project=server', '--reporter=dot', 'server/verify/model'],
    { cwd: folder, stdio: isQuiet ? 'ignore' : 'inherit', env: { ...process.env, ...env } },
  )
  return new Promise((resolve) => child.on('exit', (code) => resolve(code === 0)))
}

async function plant({ name, file, text, replacement }: Fault, folder: string): Promise<void> {
  const target = path.join(folder, file)
  const source = await readFile(path.join(root, file), 'utf8')
  if (source.split(text).length !== 2) throw new Error(`“${name}” has no place in ${file} any more`)
  await writeFile(target, source.replace(text, replacement))
}

async function findFaults(): Promise<boolean> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dobara-model-'))
  try {
    for (const name of ['contract', 'server', 'db', 'scripts', 'package.json', 'tsconfig.json'])
      await cp(path.join(root, name), path.join(folder, name), { recursive: true })
    await cp(path.join(root, 'vitest.config.ts'), path.join(folder, 'vitest.config.ts'))
    await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
    const env = { MODEL_SEQUENCES: String(sequencesPerFault) }
    if (!(await runModel(folder, env, true))) throw new Error('the model fails without a fault')
    let missed = 0
    for (const fault of faults) {
      await plant(fault, folder)
      const isFound = !(await runModel(folder, env, true))
      await cp(path.join(root, fault.file), path.join(folder, fault.file))
      if (!isFound) missed++
      console.log(`${isFound ? 'found ' : 'MISSED'}  ${fault.name}`)
    }
    console.log(`\n${faults.length - missed} of ${faults.length} planted faults were found.`)
    return missed === 0
  } finally {
    await rm(folder, { recursive: true })
  }
}

const [argument = String(defaultSequences)] = process.argv.slice(2)
const isPassed =
  argument === '--faults'
    ? await findFaults()
    : await runModel(root, { MODEL_SEQUENCES: argument, MODEL_TABLE: '1' }, false)
process.exitCode = isPassed ? 0 : 1
