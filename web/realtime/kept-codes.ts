// Codes that a seller typed at a meeting, kept in the browser until the server has checked them.

import type { EndpointInput } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/errors.ts'
import type { enterHandOverCode } from '#contract/orders/meetings.ts'
import { randomId } from '#web/session/random-id.ts'
import { createStoredRecords } from '#web/session/stored-records.ts'
import { codeRetryMs } from './policy.ts'

export type KeptCode = {
  meetingId: string
  code: string
  /** The same for each time it is sent: the server counts a wrong code once. */
  clientId: string
  /** The server's sentence if it refused the code after it was kept. */
  refused?: string | undefined
}

type Check = {
  /** Throws AppError, or any other error without a response. */
  check: (input: EndpointInput<typeof enterHandOverCode>) => Promise<unknown>
  /** After the server has answered, whatever it said. */
  onChecked: () => void
}

export type KeptCodes = {
  /** The same array until one changes. */
  all: () => readonly KeptCode[]
  subscribe: (listener: () => void) => () => void
  /** Whether the code was right, or is kept to be checked later; throws AppError if refused. */
  enter: (meetingId: string, code: string) => Promise<'right' | 'kept'>
  discard: (meetingId: string) => void
  discardAll: () => void
  flush: () => void
  /** Stops sending. What is kept stays for this person's next session. */
  end: () => void
}

const isRefusal = (error: unknown): error is AppError =>
  error instanceof AppError && error.status < 500 && error.code !== 'too_many_requests'

export function createKeptCodes({
  userId,
  check,
  onChecked,
}: Check & { userId: string }): KeptCodes {
  const records = createStoredRecords<KeptCode>(`dobara.codes.${userId}.`)
  const listeners = new Set<() => void>()
  const sending = new Map<string, Promise<'right' | 'kept'>>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let hasEnded = false
  let codes: readonly KeptCode[] = records.all()
  const reload = () => {
    codes = records.all()
    for (const notify of listeners) notify()
  }
  const remove = (meetingId: string) => {
    records.delete(meetingId)
    reload()
  }
  const sendOnce = async ({ meetingId, code, clientId }: KeptCode): Promise<'right' | 'kept'> => {
    try {
      await check({ meetingId, code, clientId })
    } catch (error) {
      if (hasEnded) return 'kept'
      if (isRefusal(error)) {
        if (error.code !== 'session_ended') remove(meetingId)
        onChecked()
        throw error
      }
      clearTimeout(timer)
      timer = setTimeout(flush, codeRetryMs)
      return 'kept'
    }
    remove(meetingId)
    if (!hasEnded) onChecked()
    return 'right'
  }
  const send = (kept: KeptCode): Promise<'right' | 'kept'> => {
    const { meetingId } = kept
    const running = sending.get(meetingId)
    if (running) return running
    const sent = sendOnce(kept).finally(() => sending.delete(meetingId))
    sending.set(meetingId, sent)
    return sent
  }
  const flush = () => {
    for (const kept of codes) {
      if (hasEnded || kept.refused !== undefined || sending.has(kept.meetingId)) continue
      send(kept).catch((error: unknown) => {
        if (!(error instanceof AppError) || error.code === 'session_ended') return
        records.set(kept.meetingId, { ...kept, code: '', refused: error.message })
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
    enter: (meetingId, code) => {
      const running = sending.get(meetingId)
      if (running) return running
      const kept = { meetingId, code, clientId: randomId() }
      records.set(meetingId, kept)
      reload()
      return send(kept)
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
