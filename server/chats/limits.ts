import type { Quota } from '#server/platform/limits/quotas.ts'

export const newChatQuota = { max: 10, seconds: 3600, code: 'too_many_chats' } satisfies Quota
