import { z } from 'zod'
import { endpoint, roles, sides } from '#contract/common/endpoint.ts'
import { errorWithCode } from '#contract/common/input-errors.ts'
import { maxLength, passwordLength } from '#contract/common/limits.ts'
import {
  blankAsAbsent,
  Email,
  Id,
  MessageResponse,
  multiLine,
  PersonName,
  Phone,
  PostalAddress,
  singleLine,
} from '#contract/common/schemas.ts'
import { plainText } from '#contract/common/typed-text.ts'
import { PinCode } from '#contract/places.ts'

export const accountStatuses = ['active', 'blocked'] as const
export type AccountStatus = (typeof accountStatuses)[number]

export const sellerTypes = ['shop owner', 'student'] as const

export const NewPassword = z
  .string({ error: 'Password is required.' })
  .min(1, 'Password is required.')
  .min(passwordLength.min, `Password must have at least ${passwordLength.min} characters.`)
  .max(passwordLength.max, `Password can have at most ${passwordLength.max} characters.`)

// Longer than any valid password: the limit only bounds the work per request.
const ExistingPassword = z
  .string({ error: 'Password is required.' })
  .min(1, 'Password is required.')
  .max(1000, 'Password is too long.')

const Login = z.object({ email: Email, password: ExistingPassword })

export const NewSession = z.object({
  message: z.string(),
  token: z.string(),
  userId: Id,
  role: z.enum(roles),
  name: z.string(),
})
export type NewSession = z.output<typeof NewSession>

/** Whether to refuse the 49,000 most common passwords, too; a few are refused in any case. */
const refuseCommon = z.boolean('It is true or false.').optional()
const credentials = { email: Email, password: NewPassword, refuseCommon }
export const buyerFields = { name: PersonName, address: PostalAddress }
export const sellerFields = {
  name: PersonName,
  sellerType: z.enum(sellerTypes, { error: 'Choose shop owner or student.' }),
  shopName: blankAsAbsent(singleLine('Shop name', maxLength.shopName)),
  shopAddress: blankAsAbsent(multiLine('Shop address', maxLength.address)),
  phone: blankAsAbsent(Phone),
  /** If it is missing, a PIN code in the shop's address is used. */
  pinCode: blankAsAbsent(PinCode),
}

export function checkShop(
  form: { sellerType: string; shopName?: string | undefined; shopAddress?: string | undefined },
  context: z.core.$RefinementCtx,
): void {
  const isShopOwner = form.sellerType === 'shop owner'
  for (const [field, label] of [
    ['shopName', 'Shop name'] as const,
    ['shopAddress', 'Shop address'] as const,
  ])
    if (isShopOwner !== (form[field] !== undefined))
      context.addIssue({
        code: 'custom',
        path: [field],
        message: isShopOwner ? `${label} is required.` : `${label} is only for shop owners.`,
      })
}

export const BuyerSignup = z.object({ ...buyerFields, ...credentials })
export const SellerSignup = z.object({ ...sellerFields, ...credentials }).superRefine(checkShop)

export const CurrentPassword = blankAsAbsent(ExistingPassword)

/**
 * The current password may be sent as `currentPassword` or as `password`. If both are missing, the
 * error names `requiredField`.
 */
export const passwordChange = (requiredField: 'currentPassword' | 'password') =>
  z
    .object({
      currentPassword: CurrentPassword,
      password: CurrentPassword,
      newPassword: NewPassword,
      refuseCommon,
    })
    .superRefine(({ currentPassword, password }, context) => {
      if (currentPassword === undefined && password === undefined)
        context.addIssue({
          code: 'custom',
          path: [requiredField],
          message: 'The current password is required.',
        })
    })
export type PasswordChange = z.output<ReturnType<typeof passwordChange>>

export const signUpBuyer = endpoint({
  method: 'POST',
  path: '/buyer/signup',
  summary:
    'Opens a buyer account. If the email has a seller account, the password must be that account’s.',
  access: 'anyone',
  input: BuyerSignup,
  response: MessageResponse,
  status: 201,
  changes: ['accounts'],
})

export const signUpSeller = endpoint({
  method: 'POST',
  path: '/seller/signup',
  summary:
    'Opens a seller account for a shop owner or a student. If the email has a buyer account, the password must be that account’s.',
  access: 'anyone',
  input: SellerSignup,
  response: MessageResponse,
  status: 201,
  changes: ['accounts'],
})

export const logInBuyer = endpoint({
  method: 'POST',
  path: '/buyer/login',
  summary: 'Starts a session of a buyer.',
  access: 'anyone',
  input: Login,
  response: NewSession,
})
export const logInSeller = endpoint({
  method: 'POST',
  path: '/seller/login',
  summary: 'Starts a session of a seller.',
  access: 'anyone',
  input: Login,
  response: NewSession,
})
export const logInAdmin = endpoint({
  method: 'POST',
  path: '/admin/login',
  summary:
    'Starts a session of an admin. Where a second factor is set up, it needs a `code` of the app, and answers `second_factor_needed` without.',
  access: 'anyone',
  input: Login.extend({
    code: blankAsAbsent(
      z.string('The code is a text.').overwrite(plainText).max(40, 'This code is too long.'),
    ),
  }),
  response: NewSession,
})

export const logOut = endpoint({
  method: 'POST',
  path: '/auth/logout',
  summary:
    'Ends the session whose token is sent, its live connections included; `role` says which, if two tokens are sent.',
  access: roles,
  input: z.object({
    role: z.enum(roles, { error: 'The role is buyer, seller or admin.' }).optional(),
  }),
  response: MessageResponse,
})

export const switchRole = endpoint({
  method: 'POST',
  path: '/auth/switch-role',
  summary: "Starts a session of the caller's other account (buyer or seller with the same email).",
  access: sides,
  input: z.object({}),
  response: NewSession,
})

export const requestPasswordReset = endpoint({
  method: 'POST',
  path: '/auth/forgot-password',
  summary:
    'Requests a link to choose a new password, by email or through an admin. The response is the same whether or not there is such an account.',
  access: 'anyone',
  input: z.object({ email: Email, role: z.enum(sides, { error: 'The role is buyer or seller.' }) }),
  response: MessageResponse,
})

// A malformed token gets the same error as an expired one.
const expiredLink = { error: errorWithCode('reset_link_dead') }
const ResetToken = z.string(expiredLink).max(200, expiredLink)

export const resetPassword = endpoint({
  method: 'POST',
  path: '/auth/reset-password',
  summary:
    'Sets a new password with the token of a link, which works once and for ten minutes; ends every session of both accounts.',
  access: 'anyone',
  input: z.object({ token: ResetToken, newPassword: NewPassword }),
  response: MessageResponse.extend({ role: z.enum(sides) }),
})
