// `npm start` and `npm run dev`: installs and builds what is missing, then runs the server until it is told to stop.
import { spawn } from 'node:child_process'
import { ensureBuilt, ensureInstalled, fail, findNode, root } from './setup.mjs'

const dev = process.argv.includes('--dev')

async function start() {
  await ensureInstalled()
  if (!dev) await ensureBuilt()
  const server = spawn(
    findNode(),
    [
      ...(dev ? ['--watch-path=server', '--watch-path=contract', '--watch-preserve-output'] : []),
      'server/main.ts',
      ...(dev ? ['--dev'] : []),
    ],
    {
      cwd: root,
      stdio: 'inherit',
    },
  )
  // The terminal's Ctrl-C reaches the server by itself; a signal to this process alone is handed on.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => server.kill('SIGTERM'))
  server.on('error', fail)
  server.on('exit', (code, signal) => process.exit(signal ? 0 : (code ?? 1)))
}

start().catch(fail)
