/** How long the server may take to confirm a message that was sent by the socket. */
export const ackTimeoutMs = 10_000
/** Several events often report one change: the unread counts are requested once for all of them. */
export const unreadCountsDelayMs = 200
/** The pause after the server refused a connection. */
export const rejectedReconnectDelayMs = 5000
export const socketOptions = {
  reconnectionDelay: 1000,
  reconnectionDelayMax: 5000,
  timeout: 20_000,
} as const

/** Without a socket for so long, the unread counts are polled. */
export const pollAfterMs = 5000
export const pollIntervalMs = 30_000

/** How long a response may be on its way: it may be older by this than when it arrived. */
export const responseDelayMs = 2000

/** The pauses before a message is sent again; the last one repeats. */
export const retryDelaysMs = [2000, 5000, 15_000, 30_000] as const
