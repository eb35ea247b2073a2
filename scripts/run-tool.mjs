// Runs a program in tools/, after installing the tool's own packages if they are missing: `node
// scripts/run-tool.mjs price-model fit.ts ARGUMENTS`
import path from 'node:path'
import { ensureInstalled, ensureToolInstalled, fail, findNode, run } from './setup.mjs'

const [tool, file, ...args] = process.argv.slice(2)

async function runTool() {
  await ensureInstalled()
  await ensureToolInstalled(tool)
  process.exitCode = await run(findNode(), [path.join('tools', tool, file), ...args])
}

runTool().catch(fail)
