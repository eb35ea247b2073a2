export const ackTimeoutMs = 10_000
// Several events often report one change. After this delay, the unread counts are requested once.
export const unreadCountsDelayMs = 200
export const rejectedReconnectDelayMs = 5000
export const socketOptions = {
  reconnectionDelay: 1000,
  reconnectionDelayMax: 5000,
  timeout: 20_000,
} as const

// After this time without a socket, the unread counts are polled.
export const pollAfterMs = 5000
export const pollIntervalMs = 30_000

export const maxResponseDelayMs = 2000

export const codeRetryMs = 15_000

// The pauses before a message is sent again; the last one repeats.
export const retryDelaysMs = [2000, 5000, 15_000, 30_000] as const

export const ringChatPageSize = 50

// Older messages wait until their sender presses Retry.
export const maxUnsentMs = 86_400_000
