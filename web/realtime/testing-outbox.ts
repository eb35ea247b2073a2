// Creates outboxes of two people in one browser, with a server whose responses the test chooses.
import { afterEach, beforeEach, vi } from 'vitest'
import { sendMessage } from '#contract/chats.ts'
import { AppError, type ErrorCode } from '#contract/common/error-catalog.ts'
import { call } from '#web/api/client.ts'
import type { Session } from '#web/session/session.ts'
import { storedKeys } from '#web/session/stored-text.ts'
import { stubBrowser } from '#web/testing.ts'
import { createOutbox, type Outbox } from './outbox.ts'

export const asha: Session = { token: 'of-asha', userId: 'asha', role: 'buyer', name: 'Asha' }
export const dev: Session = { token: 'of-dev', userId: 'dev', role: 'buyer', name: 'Dev' }
export const signIn = ({ token, userId, role }: Session) => {
  for (const [key, value] of Object.entries({ token, userId, userRole: role }))
    localStorage.setItem(key, value)
}

export type FetchInit = { body: string; headers: Record<string, string> }
/** The next responses. When they are used up, the server stores each message. */
export const responses: (() => Promise<Response>)[] = []
export const fetch = vi.fn(async (_url: string, { body }: FetchInit) => {
  const { chatId, clientId, message } = JSON.parse(body)
  const stored = {
    _id: 'm',
    chatId,
    clientId,
    message,
    number: 1,
    sender: 'u',
    senderModel: 'Buyer',
    timestamp: new Date().toISOString(),
  }
  return (await responses.shift()?.()) ?? Response.json(stored, { status: 201 })
})
export const errorResponse = (code: ErrorCode, headers?: Record<string, string>) => async () => {
  const { status, message } = new AppError(code)
  return Response.json({ code, message }, { status, ...(headers && { headers }) })
}
export const networkError = () => Promise.reject(new TypeError('offline'))
export const delayedResponse = () => {
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  responses.push(() => promise)
  return { resolve, reject }
}
export const sent = () => fetch.mock.calls.map(([, { body }]) => JSON.parse(body).message)
export const tokens = () =>
  fetch.mock.calls.map(([, { headers }]) => [headers.authorization, headers['auth-token']])
export const storedKeysOf = ({ userId }: Session) => storedKeys(`dobara.outbox.${userId}.`)

const openOutboxes: Outbox[] = []
export const delivered: string[] = []
export const openOutbox = (session: Session): Outbox => {
  const outbox = createOutbox({
    writer: session.userId,
    deliver: (message) => call(sendMessage, message, { session }),
    onSent: (message) => 'chatId' in message && delivered.push(message.message),
  })
  openOutboxes.push(outbox)
  return outbox
}

/**
 * Prepares the tests of a file. Each file must call this, because the files of a worker share this
 * module.
 */
export function setUpOutboxes(): void {
  beforeEach(() => {
    vi.useFakeTimers()
    stubBrowser()
    vi.stubGlobal('fetch', fetch)
    signIn(asha)
  })
  afterEach(() => {
    for (const outbox of openOutboxes.splice(0)) outbox.end()
    delivered.splice(0)
    responses.splice(0)
    fetch.mockClear()
  })
}
