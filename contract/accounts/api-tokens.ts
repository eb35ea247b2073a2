import { z } from 'zod'
import { endpoint } from '#contract/common/endpoint.ts'
import { errorWithCode } from '#contract/common/input-errors.ts'
import { maxApiTokens, maxLength } from '#contract/common/limits.ts'
import {
  Id,
  IsoDateTime,
  idAsWritten,
  MessageResponse,
  singleLine,
} from '#contract/common/schemas.ts'
import { CurrentPassword } from './auth.ts'

export const ApiToken = z.object({
  _id: Id,
  name: z.string(),
  createdAt: IsoDateTime,
  usedAt: IsoDateTime.optional(),
})
export type ApiToken = z.output<typeof ApiToken>

export const listApiTokens = endpoint({
  method: 'GET',
  path: '/account/api-tokens',
  summary: 'Lists the seller’s API tokens, newest first, without the tokens themselves.',
  access: ['seller'],
  ownerOnly: true,
  input: z.object({}),
  response: z.object({ tokens: z.array(ApiToken), can: z.array(z.enum(['create'])) }),
  reads: ['accounts'],
})

export const createApiToken = endpoint({
  method: 'POST',
  path: '/account/api-tokens',
  summary: `Creates an API token, of at most ${maxApiTokens}. Only this response has the token. Requires \`password\` if the login is more than ten minutes old.`,
  access: ['seller'],
  ownerOnly: true,
  input: z.object({
    name: singleLine('The use', maxLength.apiTokenName),
    password: CurrentPassword,
  }),
  response: ApiToken.extend({ token: z.string() }),
  status: 201,
  changes: ['accounts'],
})

export const revokeApiToken = endpoint({
  method: 'DELETE',
  path: '/account/api-tokens/{id}',
  summary: 'Revokes one of the seller’s API tokens.',
  access: ['seller'],
  ownerOnly: true,
  input: z.object({
    id: z.uuid({ error: errorWithCode('token_not_found') }).overwrite(idAsWritten),
  }),
  response: MessageResponse,
  changes: ['accounts'],
})
