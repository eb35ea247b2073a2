import { z } from 'zod'
import { ExistingPassword } from '#contract/accounts/auth.ts'
import { endpoint } from '#contract/common/endpoint.ts'
import { MessageResponse } from '#contract/common/schemas.ts'
import { plainText } from '#contract/common/typed-text.ts'

const admin = ['admin'] as const

/** A code from an authenticator app. */
const SecondFactorCode = z
  .string({ error: 'Code is required.' })
  .overwrite(plainText)
  .min(1, 'Code is required.')
  .max(40, 'This code is too long.')

export const beginSecondFactor = endpoint({
  method: 'POST',
  path: '/admin/second-factor/begin',
  summary:
    'Creates a key for an authenticator app, as text and as a link. The key takes effect once `confirm` has received a code.',
  access: admin,
  input: z.object({ password: ExistingPassword }),
  response: z.object({ key: z.string(), link: z.string() }),
})

export const confirmSecondFactor = endpoint({
  method: 'POST',
  path: '/admin/second-factor/confirm',
  summary:
    'Sets up two-factor login with the first code from the app, and ends the admin’s other sessions.',
  access: admin,
  input: z.object({ code: SecondFactorCode }),
  response: MessageResponse,
  changes: ['accounts', 'audit'],
})

export const removeSecondFactor = endpoint({
  method: 'POST',
  path: '/admin/second-factor/remove',
  summary: 'Removes two-factor login. Requires the password and a code.',
  access: admin,
  input: z.object({ password: ExistingPassword, code: SecondFactorCode }),
  response: MessageResponse,
  changes: ['accounts', 'audit'],
})
