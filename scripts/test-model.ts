// The long form of the model test: `npm run test:model` runs 10,000 sequences, in a process for
// each core, and prints how often each transition was reached (`-- 500`: so many); each must be as
// often as a hundredth of the sequences. `-- --faults` plants faults in a copy of the server, one
// at a time, and says whether the model finds each (`-- --faults rent`: those with this word).
import { spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const defaultSequences = 10_000
const faultEnv = { MODEL_SEQUENCES: '300' }

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
  {
    name: 'a problem doesn’t keep an order open',
    file: 'server/orders/status.ts',
    text: "(order.status === 'Delivered' && !order.has_open_problem && isSettled",
    replacement: "(order.status === 'Delivered' && isSettled",
  },
  {
    name: 'silence ends a proposal with an open problem',
    file: 'server/orders/status.ts',
    text: `\n    and not \${withOpenProblem})`,
    replacement: ')',
  },
  {
    name: 'a problem that was withdrawn begins the week anew',
    file: 'server/orders/store.ts',
    text: "and outcome not in ('withdrawn', 'dismissed')",
    replacement: "and outcome <> 'dismissed'",
  },
  {
    name: 'an admin’s reopening reserves no copy',
    file: 'server/orders/by-admin/admin-transitions.ts',
    text: '...restored,\n    event,',
    replacement: "...restored,\n    copy: 'unchanged',\n    event,",
  },
  {
    name: 'the seller changes what an admin cancelled',
    file: 'server/orders/by-admin/admin-transitions.ts',
    text: 'closed_by_admin_at: now, reopened_at: null }\n  return',
    replacement: 'reopened_at: null }\n  return',
  },
  {
    name: 'a code is taken after five wrong tries',
    file: 'server/orders/hand-over/hand-over.ts',
    text: 'order.wrong_codes < maxWrongCodes',
    replacement: 'order.wrong_codes <= maxWrongCodes',
  },
  {
    name: 'the code hands over one book of a deal',
    file: 'server/meetings/code.ts',
    text: 'const steps = orders.flatMap(',
    replacement: 'const steps = orders.slice(0, 1).flatMap(',
  },
  {
    name: 'a rent is extended while somebody waits for the book',
    file: 'server/offers/extend.ts',
    text: "if (await isWanted(db, order, now)) throw new AppError('copy_wanted')",
    replacement: '',
  },
  {
    name: 'a rent is extended on its way back',
    file: 'server/orders/rules.ts',
    text: 'order.handed_back_at === null &&\n  order.closed_by_admin_at',
    replacement: 'order.closed_by_admin_at',
  },
  {
    name: 'an extension leaves the last day where it was',
    file: 'server/orders/extend.ts',
    text: 'rent_end: addDays(order.rent_end, days),',
    replacement: '',
  },
  {
    name: 'one says for the other that a payment was received',
    file: 'server/payments/rules.ts',
    text: "if (!kinds.includes(kind)) throw new AppError('not_yours')",
    replacement: 'void kinds',
  },
  {
    name: 'the deposit of a cancelled rent isn’t owed back',
    file: 'server/orders/payments/due.ts',
    text: 'due: isBack || order.isCancelled ? hasDeposit : 0',
    replacement: 'due: isBack ? hasDeposit : 0',
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

/** Whether the model test fails with a fault, which is taken out again. */
async function isFound({ name, file, text, replacement }: Fault, folder: string): Promise<boolean> {
  const target = path.join(folder, file)
  const source = await readFile(target, 'utf8')
  if (source.split(text).length !== 2) throw new Error(`“${name}” has no place in ${file} any more`)
  await writeFile(target, source.replace(text, replacement))
  const isPassed = await runModel(folder, faultEnv, true)
  await writeFile(target, source)
  return !isPassed
}

/** Plants the faults whose names have the word, one after the other; true if all are found. */
async function findFaults(word: string): Promise<boolean> {
  const chosen = faults.filter(({ name }) => name.includes(word))
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dobara-model-'))
  try {
    for (const name of ['contract', 'server', 'db', 'scripts', 'package.json', 'tsconfig.json'])
      await cp(path.join(root, name), path.join(folder, name), { recursive: true })
    await cp(path.join(root, 'vitest.config.ts'), path.join(folder, 'vitest.config.ts'))
    await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
    if (!(await runModel(folder, faultEnv, true)))
      throw new Error('the model fails without a fault')
    let missed = 0
    for (const fault of chosen) {
      const found = await isFound(fault, folder)
      if (!found) missed++
      console.log(`${found ? 'found ' : 'MISSED'}  ${fault.name}`)
    }
    console.log(`\n${chosen.length - missed} of ${chosen.length} planted faults were found.`)
    return missed === 0
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Prints the tables of all processes as one; true if each transition was reached often enough. */
async function printTable(files: string[], minReached: number): Promise<boolean> {
  const counts = new Map<string, number>()
  for (const file of files)
    for (const [transition, count] of JSON.parse(await readFile(file, 'utf8')) as [
      string,
      number,
    ][])
      counts.set(transition, (counts.get(transition) ?? 0) + count)
  const rows = [...counts].sort(([a], [b]) => (a < b ? -1 : 1))
  for (const [transition, count] of rows) console.log(`${count}\t${transition}`)
  const rare = rows.filter(([, count]) => count < minReached)
  console.log(`\n${rows.length} transitions, ${rare.length} reached less than ${minReached} times.`)
  for (const [transition, count] of rare) console.log(`${count}\t${transition}`)
  return rare.length === 0
}

async function runSequences(sequences: number): Promise<boolean> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dobara-model-'))
  try {
    const processes = Math.min(os.availableParallelism(), sequences)
    const files = Array.from({ length: processes }, (_, i) => path.join(folder, `${i}.json`))
    const share = String(Math.ceil(sequences / processes))
    const passed = await Promise.all(
      files.map((file) => runModel(root, { MODEL_SEQUENCES: share, MODEL_TABLE: file }, false)),
    )
    return passed.every(Boolean) && (await printTable(files, Math.floor(sequences / 100)))
  } finally {
    await rm(folder, { recursive: true })
  }
}

const [argument = String(defaultSequences), word = ''] = process.argv.slice(2)
const isPassed =
  argument === '--faults' ? await findFaults(word) : await runSequences(Number(argument))
process.exitCode = isPassed ? 0 : 1
