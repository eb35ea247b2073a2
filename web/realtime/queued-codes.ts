// Codes that a seller typed at a meeting, queued in the browser until the server has checked them.

import type { EndpointInput } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import type { enterHandOverCode } from '#contract/orders/meetings.ts'
import { isRefusal } from '#web/api/query-client.ts'
import { codesPrefix } from '#web/session/drafts.ts'
import { randomId } from '#web/session/random-id.ts'
import { createStoredRecords } from '#web/session/stored-records.ts'

const codeRetryMs = 15_000

export type QueuedCode = {
  meetingId: string
  /** Set if the code was typed on an exchange's page, with either account of the giver. */
  exchange?: { exchangeId: string; orderId: string } | undefined
  code: string
  /** The same for every attempt to send the code, so that the server counts a wrong code once. */
  clientId: string
  /** The server's sentence if it refused the code after it was queued. */
  refused?: string | undefined
}

type Check = {
  /** Sends a code to the server. Throws AppError, or another error if there was no response. */
  check: (
    input: EndpointInput<typeof enterHandOverCode> & Pick<QueuedCode, 'exchange'>,
  ) => Promise<unknown>
  /** Called after the server has answered, whatever the answer is. */
  onChecked: () => void
}

export type QueuedCodes = {
  /** All queued codes. The same array until one changes. */
  all: () => readonly QueuedCode[]
  subscribe: (listener: () => void) => () => void
  /** Resolves to 'queued' if the code is checked later. Throws AppError if it is refused. */
  enter: (
    meetingId: string,
    code: string,
    exchange?: QueuedCode['exchange'],
  ) => Promise<'right' | 'queued'>
  discard: (meetingId: string) => void
  discardAll: () => void
  flush: () => void
  /** Stops sending. Queued codes stay for this person's next session. */
  end: () => void
}

export function createQueuedCodes({
  userId,
  check,
  onChecked,
}: Check & { userId: string }): QueuedCodes {
  const records = createStoredRecords<QueuedCode>(`${codesPrefix}${userId}.`)
  const listeners = new Set<() => void>()
  const sending = new Map<string, Promise<'right' | 'queued'>>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let hasEnded = false
  let codes: readonly QueuedCode[] = records.all()
  const reload = () => {
    codes = records.all()
    for (const notify of listeners) notify()
  }
  const remove = (meetingId: string) => {
    records.delete(meetingId)
    reload()
  }
  const sendOnce = async ({
    meetingId,
    code,
    clientId,
    exchange,
  }: QueuedCode): Promise<'right' | 'queued'> => {
    try {
      await check({ meetingId, code, clientId, exchange })
    } catch (error) {
      if (hasEnded) return 'queued'
      if (isRefusal(error)) {
        if (error.code !== 'session_ended') remove(meetingId)
        onChecked()
        throw error
      }
      clearTimeout(timer)
      timer = setTimeout(flush, codeRetryMs)
      return 'queued'
    }
    remove(meetingId)
    if (!hasEnded) onChecked()
    return 'right'
  }
  const send = (queued: QueuedCode): Promise<'right' | 'queued'> => {
    const { meetingId } = queued
    const running = sending.get(meetingId)
    if (running) return running
    const sent = sendOnce(queued).finally(() => sending.delete(meetingId))
    sending.set(meetingId, sent)
    return sent
  }
  const flush = () => {
    for (const queued of codes) {
      if (hasEnded || queued.refused !== undefined || sending.has(queued.meetingId)) continue
      send(queued).catch((error: unknown) => {
        if (!(error instanceof AppError) || error.code === 'session_ended') return
        records.set(queued.meetingId, { ...queued, code: '', refused: error.message })
        reload()
      })
    }
  }
  const onStorage = ({ key }: StorageEvent) => {
    if (records.isKey(key)) reload()
  }
  window.addEventListener('storage', onStorage)
  window.addEventListener('online', flush)
  return {
    all: () => codes,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    enter: (meetingId, code, exchange) => {
      const running = sending.get(meetingId)
      if (running) return running
      const queued = { meetingId, code, clientId: randomId(), ...(exchange && { exchange }) }
      records.set(meetingId, queued)
      reload()
      return send(queued)
    },
    discard: remove,
    discardAll: () => {
      records.clear()
      reload()
    },
    flush,
    end: () => {
      hasEnded = true
      clearTimeout(timer)
      window.removeEventListener('storage', onStorage)
      window.removeEventListener('online', flush)
    },
  }
}
