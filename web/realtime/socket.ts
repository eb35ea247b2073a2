import type { Socket } from 'socket.io-client'
import type { ClientEvents, ServerEvents } from '#contract/live.ts'

export type LiveSocket = Socket<ServerEvents, ClientEvents>
