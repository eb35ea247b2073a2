import type { Quota } from '#server/platform/limits/quotas.ts'

export const messagesPerMinute = 30
export const newChatQuota = { max: 10, seconds: 3600, code: 'too_many_chats' } satisfies Quota

/**
 * A message repeated within this time, by HTTP and socket and without clientId, counts as the same.
 */
export const duplicateWindowMs = 5000
export const messagePageSize = 200
export const maxListedChats = 1000
