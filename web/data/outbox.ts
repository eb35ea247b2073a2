// Messages on their way: shown at once, kept across reloads, sent one after another until the server has stored them.
import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { type Message, sendMessage } from '#contract/chats.ts'
import { Refusal, type RefusalCode, refusals } from '#contract/errors.ts'
import { addMessage } from './chat.ts'
import { call } from './client.ts'
import type { LiveSocket } from './live-socket.ts'
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
  /** How often it could not be sent. */
  tries?: number
}

const storageKey = 'dobara.outbox'
const answerMs = 10_000
/** The pauses before a message that couldn't be sent is tried again; the last one repeats. */
const pausesMs = [2000, 5000, 15_000, 30_000] as const

let box: Unsent[] = []
const listeners = new Set<() => void>()

/** What this browser keeps, all tabs together; undefined where storage is full or forbidden. */
function stored(): Unsent[] | undefined {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? '[]') as Unsent[]
  } catch {
    return undefined
  }
}

function show(next: Unsent[]): void {
  box = next
  for (const tell of listeners) tell()
}

/** Edits what is kept now, which another tab may have changed since this one looked. */
function change(edit: (all: Unsent[]) => Unsent[]): void {
  const next = edit(stored() ?? box)
  try {
    localStorage.setItem(storageKey, JSON.stringify(next))
  } catch {
    // They still go out, as long as the page stands.
  }
  show(next)
}

if (typeof window !== 'undefined') {
  box = stored() ?? []
  window.addEventListener('storage', (event) => event.key === storageKey && show(stored() ?? box))
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

/**
 * Of a message that was refused now, but can be sent later, how many seconds to wait at least: the server broke, starts
 * anew, or is busy. Undefined where a person has to decide.
 */
function waitsFor(error: Refusal): number | undefined {
  return error.status >= 500 || error.code === 'too_many_requests' ? (error.retryAfter ?? 0) : undefined
}

let flushing = false
/** Somebody wrote, or the connection came back, while messages were on their way. */
let wanted = false
let again: ReturnType<typeof setTimeout> | undefined

/** Sends what waits, in order. What can't be sent now is tried again after a while, and on every reconnect. */
export async function flushOutbox(socket: LiveSocket | undefined, client: QueryClient, session: Session): Promise<void> {
  wanted = flushing
  if (flushing) return
  flushing = true
  clearTimeout(again)
  try {
    for (;;) {
      const next = box.find((one) => one.userId === session.userId && one.refused === undefined)
      if (!next) return
      try {
        const message = await deliver(socket, next)
        addMessage(client, session, message)
        change((all) => all.filter((one) => one.clientId !== next.clientId))
      } catch (error) {
        if (error instanceof Refusal && error.code === 'session_ended') return
        const refusal = error instanceof Refusal ? error : undefined
        const seconds = refusal ? waitsFor(refusal) : 0
        if (seconds !== undefined) {
          const tries = (next.tries ?? 0) + 1
          const pause = wanted ? pausesMs[0] : (pausesMs[Math.min(tries, pausesMs.length) - 1] ?? 0)
          change((all) => all.map((one) => (one.clientId === next.clientId ? { ...one, tries } : one)))
          again = setTimeout(() => void flushOutbox(socket, client, session), Math.max(pause, seconds * 1000))
          return
        }
        change((all) => all.map((one) => (one.clientId === next.clientId ? { ...one, refused: refusal?.message } : one)))
      }
    }
  } finally {
    flushing = false
  }
}

/** Keeps a message and sends it as soon as it can be. */
export function post(socket: LiveSocket | undefined, client: QueryClient, session: Session, chatId: string, text: string): void {
  change((all) => [...all, { clientId: randomId(), chatId, userId: session.userId, text, at: new Date().toISOString() }])
  void flushOutbox(socket, client, session)
}

/** Tries a message again, whatever stopped it. */
export function repost(socket: LiveSocket | undefined, client: QueryClient, session: Session, clientId: string): void {
  change((all) => all.map((one) => (one.clientId === clientId ? { ...one, refused: undefined } : one)))
  void flushOutbox(socket, client, session)
}

export function discard(clientId: string): void {
  change((all) => all.filter((one) => one.clientId !== clientId))
}

/** Throws away all unsent messages of a person who leaves. */
export function discardOf(userId: string): void {
  if (box.length > 0) change((all) => all.filter((one) => one.userId !== userId))
}

/** Stops trying for now: somebody else may be signed in. */
export const restOutbox = (): void => clearTimeout(again)
