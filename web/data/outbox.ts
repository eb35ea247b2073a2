// Messages on their way: shown at once, kept across reloads, sent one after another until the server has stored them.
import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { Socket } from 'socket.io-client'
import { type Message, sendMessage } from '#contract/chats.ts'
import { Refusal, type RefusalCode, refusals } from '#contract/errors.ts'
import type { ClientEvents, ServerEvents } from '#contract/live.ts'
import { addMessage } from './chat.ts'
import { call } from './client.ts'
import { randomId } from './random.ts'
import type { Session } from './session.ts'

export type Unsent = {
  clientId: string
  chatId: string
  userId: string
  text: string
  at: string
  /** Set when the server refused it: it waits for a decision, not for the network. */
  refused?: string | undefined
}

type LiveSocket = Socket<ServerEvents, ClientEvents>
const storageKey = 'dobara.outbox'
const answerMs = 10_000

let box: Unsent[] = load()
const listeners = new Set<() => void>()

function load(): Unsent[] {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? '[]') as Unsent[]
  } catch {
    return []
  }
}

function change(next: Unsent[]): void {
  box = next
  try {
    localStorage.setItem(storageKey, JSON.stringify(next))
  } catch {
    // They still go out, as long as the page stands.
  }
  for (const tell of listeners) tell()
}

const subscribe = (call: () => void) => {
  listeners.add(call)
  return () => void listeners.delete(call)
}
const nothing: Unsent[] = []

/** This person's unsent messages of all chats, oldest first. */
export const useOutbox = (): Unsent[] =>
  useSyncExternalStore(
    subscribe,
    () => box,
    () => nothing,
  )

async function deliver(socket: LiveSocket | undefined, one: Unsent): Promise<Message> {
  const input = { chatId: one.chatId, message: one.text, clientId: one.clientId }
  if (!socket?.connected) return call(sendMessage, input)
  const ack = await socket.timeout(answerMs).emitWithAck('send_message', input)
  if (ack.ok) return ack.message
  throw new Refusal(ack.code in refusals ? (ack.code as RefusalCode) : 'internal', { message: ack.message })
}

let flushing = false

/** Sends what waits, in order; stops at the first that can't be sent now. */
export async function flushOutbox(socket: LiveSocket | undefined, client: QueryClient, session: Session): Promise<void> {
  if (flushing) return
  flushing = true
  try {
    for (;;) {
      const next = box.find((one) => one.userId === session.userId && one.refused === undefined)
      if (!next) return
      try {
        const message = await deliver(socket, next)
        addMessage(client, session, message)
        change(box.filter((one) => one.clientId !== next.clientId))
      } catch (error) {
        if (!(error instanceof Refusal) || error.code === 'internal' || error.code === 'session_ended') return
        change(box.map((one) => (one.clientId === next.clientId ? { ...one, refused: error.message } : one)))
      }
    }
  } finally {
    flushing = false
  }
}

/** Keeps a message and sends it as soon as it can be. */
export function post(socket: LiveSocket | undefined, client: QueryClient, session: Session, chatId: string, text: string): void {
  change([...box, { clientId: randomId(), chatId, userId: session.userId, text, at: new Date().toISOString() }])
  void flushOutbox(socket, client, session)
}

/** Tries a message again, whatever stopped it. */
export function repost(socket: LiveSocket | undefined, client: QueryClient, session: Session, clientId: string): void {
  change(box.map((one) => (one.clientId === clientId ? { ...one, refused: undefined } : one)))
  void flushOutbox(socket, client, session)
}

export function discard(clientId: string): void {
  change(box.filter((one) => one.clientId !== clientId))
}
