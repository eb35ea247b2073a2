import type { Server } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { finishRequestsMs } from '#server/platform/http/policy.ts'

/**
 * Counts the requests of a server; returns a function that waits until those that run are answered,
 * for a while at most. Call it before Socket.IO listens: its requests wait for as long as they can.
 */
export function countRequests(server: Server): () => Promise<void> {
  let running = 0
  let finish = () => {}
  server.on('request', (_, response) => {
    running++
    response.once('close', () => {
      if (--running === 0) finish()
    })
  })
  return async () => {
    if (running === 0) return
    const finished = new Promise<void>((resolve) => {
      finish = resolve
    })
    await Promise.race([finished, setTimeout(finishRequestsMs, undefined, { ref: false })])
  }
}
