import { z } from 'zod'
import { endpoint } from '#contract/common/endpoint.ts'
import { maxLength } from '#contract/common/policy.ts'
import { Id, MessageResponse, singleLine } from '#contract/common/schemas.ts'

const hiding = {
  method: 'PUT',
  access: ['admin'],
  response: MessageResponse,
  changes: ['wants', 'complaints', 'audit', 'removals'],
} as const

export const hideWanted = endpoint({
  ...hiding,
  path: '/admin/wanted/{id}/hide',
  summary: 'Hides a title from the public page of wanted books.',
  input: z.object({ id: Id, reason: singleLine('Reason', maxLength.reason) }),
})

export const unhideWanted = endpoint({
  ...hiding,
  path: '/admin/wanted/{id}/unhide',
  summary: 'Shows a hidden title on the public page of wanted books again.',
  input: z.object({ id: Id }),
})
