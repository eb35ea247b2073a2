import { z } from 'zod'
import { endpoint } from '#contract/common/endpoint.ts'

export const supportEmail = 'support@dobara.example'

/** The person who handles complaints. If there is no name, `email` is the support address. */
export const Contact = z.object({ name: z.string().optional(), email: z.string() })
export type Contact = z.output<typeof Contact>

export const readContact = endpoint({
  method: 'GET',
  path: '/contact',
  summary: 'Returns the contact for complaints, as the operator has set it up.',
  access: 'anyone',
  input: z.object({}),
  response: Contact,
})
