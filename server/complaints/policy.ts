import type { Quota } from '#server/platform/limits/quotas.ts'

export const complaintQuota = {
  max: 20,
  seconds: 86_400,
  code: 'too_many_complaints',
} satisfies Quota

/** The largest page, and the size of a page without a limit. */
export const maxPageSize = 1000

/** On an admin's page of an order. */
export const maxOrderComplaints = 20
