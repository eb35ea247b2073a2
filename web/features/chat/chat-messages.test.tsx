// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Chat } from '#contract/chats.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import {
  loadSessionCode,
  RealtimeProvider,
  useUnsentMessages,
} from '#web/realtime/realtime-provider.tsx'
import { type Session, saveSession } from '#web/session/session.ts'
import { renderPage } from '#web/testing-components.tsx'
import { ChatMessages } from './chat-messages.tsx'
import { ChatComposer } from './chat-thread.tsx'

const asha: Session = { token: 'of-asha', userId: 'asha', role: 'buyer', name: 'Asha' }
const dev: Session = { token: 'of-dev', userId: 'dev', role: 'buyer', name: 'Dev' }
const chatId = '01a1f7a4-786b-7710-bf14-e0fad320f349'
const chat = {
  _id: chatId,
  messages: [],
  readUpTo: { buyer: 0, seller: 0 },
} as unknown as Chat

/** The responses to the next messages. When they are used up, each message is stored. */
let responses: (Response | Promise<Response>)[]
let sent: [token: string, text: string][]
const refused = (code: 'internal' | 'too_many_messages') => {
  const { status, message } = new AppError(code)
  return Response.json({ code, message }, { status })
}

beforeAll(loadSessionCode)
beforeEach(() => {
  responses = []
  sent = []
  // Nothing listens on this port, so the socket never connects, and messages are sent by HTTP.
  const { happyDOM } = window as unknown as { happyDOM: { setURL: (url: string) => void } }
  happyDOM.setURL('http://127.0.0.1:9/')
  type Init = { body: string; headers: Record<string, string> }
  vi.stubGlobal('fetch', async (path: string, { body, headers }: Init) => {
    if (path !== '/api/chats/send') return Response.json({})
    const { message, clientId } = JSON.parse(body)
    sent.push([headers.authorization ?? '', message])
    const stored = { _id: clientId, chatId, message, number: 1, sender: 'asha' }
    return (await responses.shift()) ?? Response.json(stored, { status: 201 })
  })
})

function OpenChat() {
  const unsent = useUnsentMessages()
  return (
    <>
      <ChatMessages session={asha} side="buyer" chat={chat} unsent={[...unsent]} />
      <ChatComposer chatId={chatId} />
    </>
  )
}

const signIn = (session: Session) => saveSession({ ...session, message: '' } as never)
function openChat() {
  signIn(asha)
  return renderPage(
    <RealtimeProvider>
      <OpenChat />
    </RealtimeProvider>,
  )
}
const write = async (user: ReturnType<typeof openChat>, text: string) =>
  user.type(screen.getByLabelText('Message'), `${text}{Enter}`)
const isGone = (text: string) => waitFor(() => expect(screen.queryByText(text)).toBeNull())

test('a message is shown as being sent until the server has stored it', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  responses.push(promise)
  const user = openChat()
  await write(user, 'Hello')
  await screen.findByText('Sending…')
  expect(screen.getByText('Hello')).toBeTruthy()
  resolve(Response.json({ _id: 'm', chatId, message: 'Hello' }, { status: 201 }))
  await isGone('Hello')
  expect(sent).toEqual([['Bearer of-asha', 'Hello']])
})

test('a message that keeps failing says so, and Retry sends it at once', async () => {
  responses.push(refused('internal'), refused('internal'))
  const user = openChat()
  await write(user, 'Hello')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(screen.queryByText('Failed to send message.')).toBeNull()
  // The message is sent again when the connection is back.
  window.dispatchEvent(new Event('online'))
  await screen.findByText('Failed to send message.')
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await isGone('Hello')
  expect(sent).toHaveLength(3)
})

test('a refused message shows the server’s message and waits for Retry or Discard', async () => {
  responses.push(refused('too_many_messages'), refused('too_many_messages'))
  const user = openChat()
  await write(user, 'First')
  const sentence = new AppError('too_many_messages').message
  expect((await screen.findByRole('alert')).textContent).toBe(sentence)
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  await isGone('First')
  expect(sent).toHaveLength(2)
  expect(Object.keys(localStorage).filter((key) => key.startsWith('dobara.outbox'))).toEqual([])
})

test('after a change of account nobody sees or sends the other person’s messages', async () => {
  const { promise, reject } = Promise.withResolvers<Response>()
  responses.push(promise)
  const user = openChat()
  await write(user, 'From Asha')
  await screen.findByText('From Asha')
  signIn(dev)
  await isGone('From Asha')
  await write(user, 'From Dev')
  await waitFor(() => expect(sent).toContainEqual(['Bearer of-dev', 'From Dev']))
  reject(new TypeError('offline'))
  signIn({ ...asha, token: 'of-asha-2' })
  await waitFor(() => expect(sent).toContainEqual(['Bearer of-asha-2', 'From Asha']))
  expect(sent).toHaveLength(3)
})
