export const ackTimeoutMs = 10_000
// Several events often report one change; the unread counts are requested once for them.
export const unreadCountsDelayMs = 200
export const rejectedReconnectDelayMs = 5000
export const socketOptions = {
  reconnectionDelay: 1000,
  reconnectionDelayMax: 5000,
  timeout: 20_000,
} as const

// The unread counts are polled after so long without a socket.
export const pollAfterMs = 5000
export const pollIntervalMs = 30_000

export const maxResponseDelayMs = 2000

export const codeRetryMs = 15_000

// The pauses before a message is sent again; the last one repeats.
export const retryDelaysMs = [2000, 5000, 15_000, 30_000] as const

export const ringChatPageSize = 50

// Messages that are older wait until their sender presses Retry.
export const maxUnsentMs = 86_400_000
