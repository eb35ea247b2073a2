// For tests of what happens hours later: a server of their own, whose clock they move.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { test as base } from './fixtures.ts'

/** Hours that pass, and copies that came: what the jobs then do is done at once. */
export type Move = { hours?: number; bookIds?: string[] }
type Fixtures = { server: { url: string; move: (move: Move) => Promise<void> } }

export const test = base.extend<Fixtures>({
  server: async ({ browser: _ }, use) => {
    const child = fork(path.join(import.meta.dirname, 'moved-clock-server.ts'))
    const [{ port }] = await once(child, 'message')
    await use({
      url: `http://localhost:${port}`,
      move: async (move) => {
        const moved = once(child, 'message')
        child.send(move)
        await moved
      },
    })
    const ended = once(child, 'exit')
    child.disconnect()
    await ended
  },
  baseURL: async ({ server }, use) => use(server.url),
})
