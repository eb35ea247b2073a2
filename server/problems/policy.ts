import type { Quota } from '#server/platform/limits/quotas.ts'

export const problemMessageQuota = {
  max: 10,
  seconds: 60,
  code: 'too_many_messages',
} satisfies Quota

/** Problems that a buyer can report about one order. */
export const maxReports = 5
