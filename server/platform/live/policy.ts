export const authTimeoutMs = 10_000
/** Authentication may wait so long in the server's queue, when many people reconnect at once. */
export const authQueueMs = 60_000
export const maxPayloadBytes = 64 * 1024
export const maxConnectionsPerAccount = 20

/** Events of one connection that wait; a page never sends that many at once. */
export const maxQueuedEvents = 50
export const maxRejections = 20
export const typingIntervalMs = 1000
export const maxJoinedChats = 50

export const gatherMs = 5
/** PostgreSQL's NOTIFY carries 8,000 bytes; what is longer goes through a table. */
export const maxGatheredBytes = 7500

export const finishMs = 2000
export const lastAnswersMs = 100
