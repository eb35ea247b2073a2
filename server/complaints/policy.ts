import type { Quota } from '#server/platform/limits/quotas.ts'

export const complaintQuota = {
  max: 20,
  seconds: 86_400,
  code: 'too_many_complaints',
} satisfies Quota

export const maxPageSize = 1000

export const maxOrderComplaints = 20
