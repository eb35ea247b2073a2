export const authTimeoutMs = 10_000
/** Authentication may wait so long in the server's queue, when many people reconnect at once. */
export const authQueueMs = 60_000
export const maxPayloadBytes = 64 * 1024
export const maxConnectionsPerAccount = 20

/** Events of one connection that wait; a page never sends that many at once. */
export const maxQueuedEvents = 50
/** A connection with so many rejected events in a row ignores the errors and is closed. */
export const maxRejections = 20
export const typingIntervalMs = 1000
/** Chats that a connection remembers having joined; others are looked up again. */
export const maxJoinedChats = 50

/** Events for other processes wait so long for others to go with them. */
export const gatherMs = 5
/** PostgreSQL's NOTIFY carries 8,000 bytes; what is longer goes through a table. */
export const maxGatheredBytes = 7500

/** What runs when the server stops has so long to be answered. */
export const finishMs = 2000
/** Then what was answered has so long to be sent. */
export const lastAnswersMs = 100
