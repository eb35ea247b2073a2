import type { Socket } from 'socket.io-client'
import { AppError, knownCode } from '#contract/common/error-catalog.ts'
import type { Ack, ClientEvents, ServerEvents } from '#contract/live.ts'

export type LiveSocket = Socket<ServerEvents, ClientEvents>

export const ackTimeoutMs = 10_000

/** Returns the error of an event that the server refused. */
export const ackError = ({ code, message, retryAfter }: Extract<Ack, { ok: false }>): AppError =>
  new AppError(knownCode(code), { message, ...(retryAfter !== undefined && { retryAfter }) })
