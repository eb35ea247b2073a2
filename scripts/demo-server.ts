// A server on a fresh demo market, for screenshots.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

type DemoServer = { url: string; close: () => Promise<void> }

/** Starts a server on a free port with a temporary DATA_DIR, which `close` removes. */
export async function startDemoServer(): Promise<DemoServer> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'dobara-demo-'))
  const env = {
    ...process.env,
    NODE_ENV: '',
    PORT: '0',
    DATA_DIR: dataDir,
    DEMO: '1',
    RATE_LIMIT: '0',
    LOG_LEVEL: 'warn',
  }
  const server = spawn(process.execPath, ['server/main.ts'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((resolve, reject) => {
    let output = ''
    server.stdout.on('data', (chunk: Buffer) => {
      output += chunk
      const [, found] = /is open on (http:\S+)/.exec(output) ?? []
      if (found !== undefined) resolve(found)
    })
    server.once('exit', () => reject(new Error('the server ended')))
  })
  return {
    url,
    close: async () => {
      server.kill('SIGTERM')
      await once(server, 'exit')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
