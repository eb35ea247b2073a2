import { z } from 'zod'
import { endpoint } from '#contract/common/endpoint.ts'
import { blankAsAbsent, Id, pagingFields } from '#contract/common/schemas.ts'
import { outcomes, problemReasons } from '#contract/orders/problem-form.ts'
import {
  ComplaintSummary,
  complaintOutcomes,
  complaintReasons,
  complaintSubjects,
} from './complaints.ts'

/** A complaint, or the problem of `orderId`, reported by its buyer; `_id` is its own. */
export const Case = ComplaintSummary.extend({
  subject: z.enum([...complaintSubjects, 'problem']),
  reason: z.enum([...complaintReasons, ...problemReasons]),
  outcome: z.enum([...complaintOutcomes, ...outcomes]).optional(),
  orderId: Id.optional(),
})
export type Case = z.output<typeof Case>

export const caseStates = ['open', 'done'] as const
export type CaseState = (typeof caseStates)[number]

export const listCases = endpoint({
  method: 'GET',
  path: '/admin/cases',
  summary:
    'Complaints and problems with orders: the open ones, the oldest first; or those that are dealt with, the latest first.',
  access: ['admin'],
  input: z.object({
    state: blankAsAbsent(z.enum(caseStates, { error: 'The state is open or done.' })),
    ...pagingFields,
  }),
  response: z.array(Case),
  paged: true,
  reads: ['complaints', 'orders', 'profiles', 'accounts'],
  errorLog: 'Failed to fetch complaints and problems.',
})
