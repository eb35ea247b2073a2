import { z } from 'zod'
import { accountStatuses } from '#contract/accounts/auth.ts'
import { Message } from '#contract/chats.ts'
import { endpoint, sides } from '#contract/common/endpoint.ts'
import { maxLength } from '#contract/common/limits.ts'
import {
  blankAsAbsent,
  booleanInput,
  Id,
  IsoDateTime,
  integer,
  Money,
  multiLine,
  numberInput,
} from '#contract/common/schemas.ts'
import { Order } from '#contract/orders/orders.ts'

export const complaintSubjects = [
  'listing',
  'person',
  'message',
  'ring-message',
  'order',
  'wanted',
] as const
export type ComplaintSubject = (typeof complaintSubjects)[number]

export const complaintReasons = [
  'scam',
  'counterfeit',
  'wrong-information',
  'offensive',
  'spam',
  'forbidden',
  'other',
] as const
type ComplaintReason = (typeof complaintReasons)[number]

export const complaintReasonLabels: Record<ComplaintReason, string> = {
  scam: 'Scam, or asks to pay in advance',
  counterfeit: 'Fake or pirated copy',
  'wrong-information': 'Wrong information',
  offensive: 'Offensive or harassing',
  spam: 'Spam or advertising',
  forbidden: 'Not allowed to be sold',
  other: 'Something else',
}

export const complaintOutcomes = ['dismissed', 'warned', 'listing-hidden', 'blocked'] as const
export type ComplaintOutcome = (typeof complaintOutcomes)[number]

const Reason = z.enum(complaintReasons, { error: 'Please choose what is wrong.' })
const ComplaintText = multiLine('Text', maxLength.complaint)

export const fileComplaint = endpoint({
  method: 'POST',
  path: '/complaints',
  summary:
    'Reports a listing, person, message (in a chat or ring), order or wanted title to the admins. `subjectId` is its id, and the caller can report it once. A wanted title can be reported only if it comes from a listing.',
  access: sides,
  input: z.object({
    subject: z.enum(complaintSubjects, { error: 'Report a listing, person, message or order.' }),
    subjectId: Id,
    reason: Reason,
    text: blankAsAbsent(ComplaintText),
  }),
  response: z.object({ _id: Id, message: z.string() }),
  status: 201,
  creates: true,
  changes: ['complaints'],
})

export const OwnComplaint = z.object({
  _id: Id,
  subject: z.enum(complaintSubjects),
  subjectId: Id,
  reason: Reason,
  text: z.string().optional(),
  createdAt: IsoDateTime,
  closedAt: IsoDateTime.optional(),
})

const admin = ['admin'] as const
const ComplaintPerson = z.object({ _id: Id, name: z.string(), role: z.enum(sides) })

export const ComplaintSummary = z.object({
  _id: Id,
  subject: z.enum(complaintSubjects),
  /** A title, a name or an order number. */
  about: z.string(),
  reason: Reason,
  reporter: ComplaintPerson,
  reported: ComplaintPerson,
  createdAt: IsoDateTime,
  outcome: z.enum(complaintOutcomes).optional(),
  closedAt: IsoDateTime.optional(),
})
export type ComplaintSummary = z.output<typeof ComplaintSummary>

/** The counts don't include the complaint itself. */
const ReviewedPerson = ComplaintPerson.extend({
  email: z.string().optional(),
  createdAt: IsoDateTime,
  status: z.enum([...accountStatuses, 'deleted']),
  complaintsAgainst: z.number(),
  openComplaintsAgainst: z.number().optional(),
  complaintsBy: z.number(),
})
export type ReviewedPerson = z.output<typeof ReviewedPerson>

export const Complaint = ComplaintSummary.extend({
  reporter: ReviewedPerson,
  reported: ReviewedPerson,
  text: z.string().optional(),
  message: z.object({ _id: Id, text: z.string() }).optional(),
  listing: z
    .object({
      _id: Id,
      title: z.string(),
      price: Money,
      description: z.string().optional(),
      images: z.array(z.string()),
      seller: z.string(),
      state: z.enum(['listed', 'sold', 'hidden', 'removed']),
      hiddenReason: z.string().optional(),
    })
    .optional(),
  order: Order.optional(),
  /** The reported title's state on the public page of wanted books. */
  wanted: z.object({ _id: Id, state: z.enum(['shown', 'hidden', 'gone']) }).optional(),
  note: z.string().optional(),
  closedBy: z.string().optional(),
  can: z.array(
    z.enum([
      'dismiss',
      'warn',
      'hide-listing',
      'block',
      'unhide-listing',
      'hide-wanted',
      'unhide-wanted',
      'read-chat',
    ]),
  ),
})
export type Complaint = z.output<typeof Complaint>

export const readComplaint = endpoint({
  method: 'GET',
  path: '/admin/complaints/{id}',
  summary: 'Returns one complaint with both people, the listing, and the order with its history.',
  access: admin,
  input: z.object({ id: Id }),
  response: Complaint,
  reads: ['complaints', 'profiles', 'accounts', 'books', 'orders', 'payments', 'wants'],
})

export const listOrderComplaints = endpoint({
  method: 'GET',
  path: '/admin/orders/{id}/complaints',
  summary: 'Lists the latest 20 complaints about an order or about messages in its chat.',
  access: admin,
  input: z.object({ id: Id }),
  response: z.array(ComplaintSummary),
  reads: ['complaints', 'profiles', 'accounts'],
})

/** A POST, because each call is written to the audit log. */
export const readComplaintChat = endpoint({
  method: 'POST',
  path: '/admin/complaints/{id}/chat',
  summary:
    'Returns the chat of a complaint about a message, an order or a person, 200 messages at a time. `before` is a message number. Each call is written to the audit log.',
  access: admin,
  input: z.object({ id: Id, before: blankAsAbsent(numberInput(integer('before', 1, 1e9))) }),
  response: z.object({ messages: z.array(Message), hasMore: z.boolean() }),
  changes: ['audit'],
})

const Note = multiLine('Reason', maxLength.reason)
const Settlement = z.object({ id: Id, note: Note })
const settled = { method: 'PUT', access: admin, response: Complaint } as const

export const dismissComplaint = endpoint({
  ...settled,
  path: '/admin/complaints/{id}/dismiss',
  summary: 'Closes a complaint without any action. Only admins see the `note`.',
  input: z.object({ id: Id, note: blankAsAbsent(Note) }),
  changes: ['complaints', 'audit'],
})

export const warnReported = endpoint({
  ...settled,
  path: '/admin/complaints/{id}/warn',
  summary: 'Warns the reported person, who gets the `note` as a notification and by email.',
  input: Settlement,
  changes: ['complaints', 'audit'],
})

export const hideReportedListing = endpoint({
  ...settled,
  path: '/admin/complaints/{id}/hide-listing',
  summary: 'Hides the listing from everyone but its seller, who sees the `note`.',
  input: Settlement,
  changes: ['complaints', 'audit', 'books', 'chats', 'removals'],
})

export const blockReported = endpoint({
  ...settled,
  path: '/admin/complaints/{id}/block',
  summary:
    'Blocks the account of the reported person, who sees the `note`. `closeAll` also closes all other open complaints about them.',
  input: Settlement.extend({ closeAll: blankAsAbsent(booleanInput('Close all')) }),
  changes: ['complaints', 'audit', 'profiles', 'books', 'chats', 'orders'],
})

export const unhideReportedListing = endpoint({
  ...settled,
  path: '/admin/complaints/{id}/unhide-listing',
  summary: 'Shows a hidden listing again and notifies its seller.',
  input: z.object({ id: Id }),
  changes: ['complaints', 'audit', 'books', 'chats', 'removals'],
})
