// People ask an admin for a password reset when the server can't send email.
import { z } from 'zod'
import { endpoint, sides } from '#contract/common/endpoint.ts'
import { Id, IsoDateTime, pagingFields } from '#contract/common/schemas.ts'

const admin = ['admin'] as const

export const PasswordRequest = z.object({
  _id: Id,
  name: z.string(),
  email: z.string(),
  role: z.enum(sides),
  requestedAt: IsoDateTime,
  linkUntil: IsoDateTime.optional(),
})
export type PasswordRequest = z.output<typeof PasswordRequest>

export const listPasswordRequests = endpoint({
  method: 'GET',
  path: '/admin/password-requests',
  summary:
    'Lists the people who asked for a new password and haven’t chosen one yet, latest request first.',
  access: admin,
  input: z.object({ ...pagingFields }),
  response: z.array(PasswordRequest),
  paged: true,
  reads: ['profiles', 'accounts'],
})

export const ResetLink = z.object({ link: z.string(), expiresAt: IsoDateTime })
export type ResetLink = z.output<typeof ResetLink>

export const createResetLink = endpoint({
  method: 'POST',
  path: '/admin/password-requests/{id}/link',
  summary:
    'Creates a one-time link for choosing a new password. Only this response contains it. Using one link invalidates all others.',
  access: admin,
  input: z.object({ id: Id }),
  response: ResetLink,
  changes: ['accounts'],
})
