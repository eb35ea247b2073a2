import { z } from 'zod'
import { endpoint } from '#contract/common/endpoint.ts'
import { blankAsAbsent, Id, pagingFields } from '#contract/common/schemas.ts'
import { exchangeCaseReasons, exchangeOutcomes } from '#contract/exchanges/exchanges.ts'
import { outcomes, problemReasons } from '#contract/orders/problem-form.ts'
import {
  ComplaintSummary,
  complaintOutcomes,
  complaintReasons,
  complaintSubjects,
} from './complaints.ts'

/**
 * One case in the admins' queue: a complaint, a problem that a buyer reported, or an exchange with
 * a missing or cancelled book. `orderId` is the order of the problem or of that book.
 */
export const Case = ComplaintSummary.extend({
  subject: z.enum([...complaintSubjects, 'problem', 'exchange']),
  reason: z.enum([...complaintReasons, ...problemReasons, ...exchangeCaseReasons]),
  outcome: z.enum([...complaintOutcomes, ...outcomes, ...exchangeOutcomes]).optional(),
  orderId: Id.optional(),
})
export type Case = z.output<typeof Case>

export const caseStates = ['open', 'done'] as const
export type CaseState = (typeof caseStates)[number]

export const listCases = endpoint({
  method: 'GET',
  path: '/admin/cases',
  summary:
    'Lists complaints, problems with orders, and cases of exchanges. Open ones come oldest first; with `state` done, the list has closed ones, most recently closed first.',
  access: ['admin'],
  input: z.object({
    state: blankAsAbsent(z.enum(caseStates, { error: 'The state is open or done.' })),
    ...pagingFields,
  }),
  response: z.array(Case),
  paged: true,
  reads: ['complaints', 'orders', 'profiles', 'accounts'],
})
