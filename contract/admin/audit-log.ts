import { z } from 'zod'
import { endpoint } from '#contract/common/endpoint.ts'
import { Id, IsoDateTime, pagingFields } from '#contract/common/schemas.ts'

const auditActions = [
  'block',
  'unblock',
  'release-books',
  'delete-book',
  'issue-link',
  'remove-review',
  'cancel-order',
  'reopen-order',
  'close-order',
  'settle-problem',
  'settle-exchange',
  'warn',
  'hide-book',
  'unhide-book',
  'dismiss-complaint',
  'read-chat',
  'second-factor-on',
  'second-factor-off',
  'hide-wanted',
  'unhide-wanted',
] as const

/**
 * One action of an admin. The `name` of a book, a review or an order is the book's title at that
 * time, and that of a complaint its reason. People's names and emails disappear when they delete
 * their accounts.
 */
export const AuditEntry = z.object({
  _id: Id,
  admin: z.object({ _id: Id, name: z.string(), email: z.string().optional() }),
  what: z.enum(auditActions),
  target: z.object({
    kind: z.enum(['buyer', 'seller', 'admin', 'book', 'review', 'order', 'complaint', 'wanted']),
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
    'Lists the actions of admins, newest first, including the chats they read and the password links they created.',
  access: ['admin'],
  input: z.object({ ...pagingFields }),
  response: z.array(AuditEntry),
  paged: true,
  reads: ['audit', 'profiles', 'accounts', 'books', 'orders'],
})
