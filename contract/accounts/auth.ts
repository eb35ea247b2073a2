import { z } from 'zod'
import { bySide, endpoint, roles, sides } from '#contract/common/endpoint.ts'
import type { FieldErrors } from '#contract/common/error-catalog.ts'
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

// The maximum is longer than any valid password, and only limits the work per request.
export const ExistingPassword = z
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
  /** The helper who logged in. Then `userId` is the seller account of the shop. */
  helperId: Id.optional(),
})
export type NewSession = z.output<typeof NewSession>

/** Whether to reject 17,950 leaked passwords as well. A short list is always rejected. */
const refuseCommon = z.boolean('It is true or false.').optional()
export const credentials = { email: Email, password: NewPassword, refuseCommon }
export const buyerFields = { name: PersonName, address: PostalAddress }
export const sellerFields = {
  name: PersonName,
  sellerType: z.enum(sellerTypes, { error: 'Choose shop owner or student.' }),
  shopName: blankAsAbsent(singleLine('Shop name', maxLength.shopName)),
  shopAddress: blankAsAbsent(multiLine('Shop address', maxLength.address)),
  phone: blankAsAbsent(Phone),
  /** If the field is missing, the PIN code in the shop's address is used. */
  pinCode: blankAsAbsent(PinCode),
}

const shopLabels = {
  shopName: 'Shop name',
  shopAddress: 'Shop address',
  shopHours: 'Opening hours',
} as const
const requiredShopFields = ['shopName', 'shopAddress'] as const
type Shop = Partial<Record<keyof typeof shopLabels, string | undefined>>

/** Returns errors for the shop fields that are missing, or that are filled in for a student. */
export function shopErrors(
  isShopOwner: boolean,
  shop: Shop,
  sent: readonly string[] = requiredShopFields,
): FieldErrors {
  const errors: FieldErrors = {}
  for (const field of requiredShopFields)
    if (isShopOwner && shop[field] === undefined && sent.includes(field))
      errors[field] = `${shopLabels[field]} is required.`
  for (const field of ['shopName', 'shopAddress', 'shopHours'] as const)
    if (!isShopOwner && shop[field] !== undefined)
      errors[field] =
        `Only shops have ${field === 'shopHours' ? '' : 'a '}${shopLabels[field].toLowerCase()}.`
  return errors
}

export function checkShop(
  form: Shop & { sellerType: string },
  context: z.core.$RefinementCtx,
): void {
  for (const [field, message] of Object.entries(shopErrors(form.sellerType === 'shop owner', form)))
    context.addIssue({ code: 'custom', path: [field], message })
}

const BuyerSignup = z.object({ ...buyerFields, ...credentials })
const SellerSignup = z.object({ ...sellerFields, ...credentials }).superRefine(checkShop)

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

/** Fields that the specification's forms send with sign-ups and logins. They have no effect. */
const ignoredPersonFields = [
  ...['_id', 'userId', 'role', 'status', 'createdAt', 'profilePic', 'name', 'phone', 'address'],
  ...['sellerType', 'shopName', 'shopAddress'],
]

const signUp = {
  method: 'POST',
  access: 'anyone',
  response: MessageResponse,
  status: 201,
  ignores: ignoredPersonFields,
  changes: ['accounts'],
} as const

export const signUpBuyer = endpoint({
  ...signUp,
  path: '/buyer/signup',
  summary:
    'Creates a buyer account. If the email already has a seller account, the password must be the same.',
  input: BuyerSignup,
})

export const signUpSeller = endpoint({
  ...signUp,
  path: '/seller/signup',
  summary:
    'Creates a seller account for a shop owner or a student. If the email already has a buyer account, the password must be the same.',
  input: SellerSignup,
})

export const { buyer: logInBuyer, seller: logInSeller } = bySide((side) =>
  endpoint({
    method: 'POST',
    path: `/${side}/login`,
    summary: `Starts a session for a ${side}.`,
    access: 'anyone',
    input: Login,
    ignores: ignoredPersonFields,
    response: NewSession,
  }),
)
export const logInAdmin = endpoint({
  method: 'POST',
  path: '/admin/login',
  summary:
    'Starts a session for an admin. If two-factor login is set up, `code` is required; without it the error is `second_factor_needed`.',
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
    'Ends the session whose token is sent, and its live connections. If two tokens are sent, `role` selects one.',
  access: roles,
  input: z.object({
    role: z.enum(roles, { error: 'The role is buyer, seller or admin.' }).optional(),
  }),
  response: MessageResponse,
})

export const switchRole = endpoint({
  method: 'POST',
  path: '/auth/switch-role',
  summary:
    'Starts a session in the caller’s other account, the buyer or seller account with the same email.',
  access: sides,
  ownerOnly: true,
  input: z.object({}),
  response: NewSession,
})

export const requestPasswordReset = endpoint({
  method: 'POST',
  path: '/auth/forgot-password',
  summary:
    'Requests a link for choosing a new password, by email or through an admin. The response doesn’t reveal whether the account exists.',
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
    'Sets a new password with the token of a link, and ends every session of both accounts, or of the helper whose password it is. A link works once, within ten minutes.',
  access: 'anyone',
  input: z.object({ token: ResetToken, newPassword: NewPassword }),
  response: MessageResponse.extend({ role: z.enum(sides) }),
})
