import { z } from 'zod'
import { endpoint, sides } from '#contract/common/endpoint.ts'
import { MessageResponse } from '#contract/common/schemas.ts'
import { compactText } from '#contract/common/typed-text.ts'

/** Without `canSend` there is no mail server: nothing is sent, and nothing should be asked. */
export const MailSettings = z.object({
  canSend: z.boolean(),
  canPush: z.boolean().optional(),
  email: z.string(),
  isConfirmed: z.boolean(),
  isOn: z.boolean(),
})
export type MailSettings = z.output<typeof MailSettings>

export const readMailSettings = endpoint({
  method: 'GET',
  path: '/account/mails',
  summary: 'Whether the caller gets mails about what waits while they are away.',
  access: sides,
  input: z.object({}),
  response: MailSettings,
  reads: ['accounts'],
})

export const sendMailCode = endpoint({
  method: 'POST',
  path: '/account/mails/code',
  summary: "Sends a code to the caller's email, which confirms the email.",
  access: sides,
  input: z.object({}),
  response: MessageResponse,
})

export const MailCode = z.object({
  code: z
    .string({ error: 'The code has 6 digits.' })
    .transform(compactText)
    .pipe(z.string().regex(/^\d{6}$/, 'The code has 6 digits.')),
})

export const confirmEmail = endpoint({
  method: 'PUT',
  path: '/account/mails/code',
  summary: "Confirms the caller's email with the code that was sent to it.",
  access: sides,
  input: MailCode,
  response: MailSettings,
  changes: ['accounts'],
})

export const updateMailSettings = endpoint({
  method: 'PUT',
  path: '/account/mails',
  summary: 'Switches these mails on or off, for both accounts of the caller.',
  access: sides,
  input: z.object({ isOn: z.boolean({ error: 'isOn is true or false.' }) }),
  response: MailSettings,
  changes: ['accounts'],
})
