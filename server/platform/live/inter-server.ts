import { gatherMs, maxGatheredBytes } from './policy.ts'

export type InterServerHandlers = {
  emit: (rooms: string[], name: string, payload: unknown, exceptSocket?: string) => void
  disconnect: (room: string, message: string, exceptRoom?: string) => void
}
export type InterServerEvent = {
  [Name in keyof InterServerHandlers]: [Name, ...Parameters<InterServerHandlers[Name]>]
}[keyof InterServerHandlers]

export function handleEvent(
  handlers: InterServerHandlers,
  [name, ...args]: InterServerEvent,
): void {
  ;(handlers[name] as (...args: unknown[]) => void)(...args)
}

/**
 * Sends events in the order in which they come, those of some milliseconds together: each NOTIFY is
 * a transaction. What is sent has at most so many bytes, unless one event alone has more.
 */
export function gatherEvents(send: (events: InterServerEvent[]) => void): {
  add: (event: InterServerEvent) => void
  flush: () => void
} {
  let gathered: InterServerEvent[] = []
  let bytes = 0
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (gathered.length > 0) send(gathered)
    gathered = []
    bytes = 0
  }
  const add = (event: InterServerEvent) => {
    const size = Buffer.byteLength(JSON.stringify(event))
    if (bytes + size > maxGatheredBytes) flush()
    gathered.push(event)
    bytes += size
    timer ??= setTimeout(flush, gatherMs)
  }
  return { add, flush }
}
