export const authTimeoutMs = 10_000
/** Authentication may wait so long in the server's queue, when many people reconnect at once. */
export const authQueueMs = 60_000
export const maxPayloadBytes = 64 * 1024
/** Packets of one connection in a window; a page sends some dozens when it opens. */
export const maxPackets = { count: 200, windowMs: 10_000 } as const
export const maxConnectionsPerAccount = 20

/** Events of one connection that wait; a page never sends that many at once. */
export const maxQueuedEvents = 50
/** A connection with so many rejected events in a row ignores the errors and is closed. */
export const maxRejections = 20
export const typingIntervalMs = 1000
/** Chats that a connection remembers having joined; others are looked up again. */
export const maxJoinedChats = 50
