// A shop's owner invites helpers. Each has an own login, which opens the shop's seller account.
import { z } from 'zod'
import { endpoint } from '#contract/common/endpoint.ts'
import { errorWithCode } from '#contract/common/input-errors.ts'
import { maxHelpers } from '#contract/common/limits.ts'
import { Id, IsoDateTime, MessageResponse, PersonName } from '#contract/common/schemas.ts'
import { CurrentPassword, credentials, passwordChange } from './auth.ts'

export const inviteDays = 7

export const ShopHelper = z.object({
  _id: Id,
  name: z.string(),
  email: z.string(),
  joinedAt: IsoDateTime,
  /** When an open session of the helper was last used. */
  usedAt: IsoDateTime.optional(),
})
export type ShopHelper = z.output<typeof ShopHelper>

export const HelperInvite = z.object({ _id: Id, createdAt: IsoDateTime, expiresAt: IsoDateTime })
export type HelperInvite = z.output<typeof HelperInvite>

const byOwner = { access: ['seller'], ownerOnly: true } as const

export const listHelpers = endpoint({
  ...byOwner,
  method: 'GET',
  path: '/seller/helpers',
  summary: 'Lists the helpers of the caller’s shop and the open invitations, oldest first.',
  input: z.object({}),
  response: z.object({
    helpers: z.array(ShopHelper),
    invites: z.array(HelperInvite),
    can: z.array(z.enum(['invite'])),
  }),
  reads: ['accounts'],
})

export const inviteHelper = endpoint({
  ...byOwner,
  method: 'POST',
  path: '/seller/helpers/invites',
  summary: `Creates a link that makes one person a helper of the caller’s shop, within ${inviteDays} days. Only this response contains it. A shop can have ${maxHelpers} helpers, open invitations included. Requires \`password\` if the login is more than ten minutes old.`,
  input: z.object({ password: CurrentPassword }),
  response: HelperInvite.extend({ link: z.string() }),
  status: 201,
  changes: ['accounts'],
})

export const withdrawInvite = endpoint({
  ...byOwner,
  method: 'DELETE',
  path: '/seller/helpers/invites/{id}',
  summary: 'Withdraws an invitation, so that its link stops working.',
  input: z.object({ id: Id }),
  response: MessageResponse,
  changes: ['accounts'],
})

export const removeHelper = endpoint({
  ...byOwner,
  method: 'DELETE',
  path: '/seller/helpers/{id}',
  summary: 'Removes a helper and ends their sessions. Messages and history keep the name.',
  input: z.object({ id: Id }),
  response: MessageResponse,
  changes: ['accounts'],
})

// A malformed token gets the same error as an expired one.
const deadInvite = { error: errorWithCode('invite_dead') }
const InviteToken = z.string(deadInvite).max(200, deadInvite)

/** A POST, because proxies log the addresses of requests, and the token is secret. */
export const readInvite = endpoint({
  method: 'POST',
  path: '/helpers/invite',
  summary: 'Returns the name of the shop that an invitation is for.',
  access: 'anyone',
  input: z.object({ token: InviteToken }),
  response: z.object({ shopName: z.string() }),
})

export const joinShop = endpoint({
  method: 'POST',
  path: '/helpers/join',
  summary:
    'Makes the caller a helper of the shop that invited them, with a login of their own. An invitation works once. The email must not be that of a seller or of another helper.',
  access: 'anyone',
  input: z.object({ token: InviteToken, name: PersonName, ...credentials }),
  response: MessageResponse,
  status: 201,
  changes: ['accounts'],
})

const byHelper = {
  method: 'PUT',
  access: ['seller'],
  response: MessageResponse,
  changes: ['accounts'],
} as const

export const renameHelper = endpoint({
  ...byHelper,
  path: '/helper/name',
  summary: 'A helper changes their own name. What they have written and done keeps the old one.',
  input: z.object({ name: PersonName }),
})

export const changeHelperPassword = endpoint({
  ...byHelper,
  path: '/helper/password',
  summary: 'A helper changes their own password, which ends their other sessions.',
  input: passwordChange('password'),
})
