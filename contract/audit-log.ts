import { z } from 'zod'
import { endpoint } from '#contract/common/endpoint.ts'
import { Id, IsoDateTime, pagingFields } from '#contract/common/schemas.ts'

const auditActions = [
  'block',
  'unblock',
  'delete-book',
  'issue-link',
  'remove-review',
  'cancel-order',
  'reopen-order',
  'close-order',
  'settle-problem',
] as const

/**
 * One action of an admin. A book keeps the name it had then, a review or an order
 * shows its book's. Names and
 * emails disappear when the account is deleted.
 */
export const AuditEntry = z.object({
  _id: Id,
  admin: z.object({ _id: Id, name: z.string(), email: z.string().optional() }),
  what: z.enum(auditActions),
  target: z.object({
    kind: z.enum(['buyer', 'seller', 'book', 'review', 'order']),
    _id: Id,
    name: z.string(),
    email: z.string().optional(),
  }),
  reason: z.string().optional(),
  at: IsoDateTime,
})
export type AuditEntry = z.output<typeof AuditEntry>

export const listAuditLog = endpoint({
  method: 'GET',
  path: '/admin/audit',
  summary:
    'What admins have blocked, unblocked, deleted and removed, what they did to orders, and the password links they made, the newest first.',
  access: ['admin'],
  input: z.object({ ...pagingFields }),
  response: z.array(AuditEntry),
  paged: true,
  reads: ['profiles', 'accounts', 'books', 'orders'],
  errorLog: 'Failed to fetch the audit log.',
})
