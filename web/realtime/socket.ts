import type { Socket } from 'socket.io-client'
import type { ClientEvents, ServerEvents } from '#contract/live.ts'

/** A socket with the contract's events. */
export type LiveSocket = Socket<ServerEvents, ClientEvents>
