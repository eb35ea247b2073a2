// Starts a server whose clock the tests move, for events that happen hours later.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { test as base } from './fixtures.ts'

/**
 * The hours by which to move the clock, and the ids of newly listed books. Jobs that become due run
 * at once.
 */
export type Move = { hours?: number; bookIds?: string[] }
type MoveClock = (move: Move) => Promise<void>
type WorkerFixtures = { movedServer: { url: string; move: MoveClock } }

export const test = base.extend<{ moveClock: MoveClock }, WorkerFixtures>({
  movedServer: [
    async ({ browser: _ }, use) => {
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
    { scope: 'worker' },
  ],
  baseURL: async ({ movedServer }, use) => use(movedServer.url),
  moveClock: async ({ movedServer }, use) => {
    let ahead = 0
    await use((move) => {
      ahead += move.hours ?? 0
      return movedServer.move(move)
    })
    await movedServer.move({ hours: -ahead })
  },
})
