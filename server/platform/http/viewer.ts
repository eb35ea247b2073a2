import { createHash, randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Endpoint, Role } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/error-catalog.ts'

export type Viewer = {
  accountId: string
  role: Role
  name: string
  /** The hash of the token. */
  session: string
  /** The helper of the shop who is logged in to its account. */
  helper?: { id: string; name: string }
  /** Whether the token is an API token, which only calls endpoints with `apiTokens`. */
  isApiToken?: true
}

export type FindViewer = (tokenHash: string, isApiToken?: boolean) => Promise<Viewer | undefined>

/** API tokens begin with it, so that they are looked up in their own table only. */
export const apiTokenPrefix = 'dobara_'
export const newToken = (): string => randomBytes(32).toString('base64url')
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

const maxTokenLength = 200

/** Returns the distinct tokens in `Authorization: Bearer …` and `auth-token`. */
export function readTokens(headers: IncomingHttpHeaders): string[] {
  const bearer = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
  const header = headers['auth-token']
  const authToken = typeof header === 'string' ? header.trim() : ''
  const tokens = [bearer ?? '', authToken].filter(
    ({ length }) => length > 0 && length <= maxTokenLength,
  )
  return [...new Set(tokens)]
}

export async function findViewers(find: FindViewer, tokens: string[]): Promise<Viewer[]> {
  const viewers = tokens.map((token) => find(hashToken(token), token.startsWith(apiTokenPrefix)))
  return (await Promise.all(viewers)).filter((viewer) => viewer !== undefined)
}

/**
 * Returns the viewers whose role may call the endpoint. The first is the caller; the rights of two
 * tokens are never combined. Admins come last, so an admin who also has a buyer account buys with
 * that account. Public endpoints see an API token's owner as a guest. Throws token_scope,
 * wrong_role, session_ended or signed_out.
 */
export function authorize(
  viewers: Viewer[],
  { access, apiTokens }: Pick<Endpoint, 'access' | 'apiTokens'>,
  tokens: string[],
): Viewer[] {
  const inScope = viewers.filter(({ isApiToken }) => !isApiToken || apiTokens)
  const allowed = inScope.filter((viewer) => access === 'anyone' || access.includes(viewer.role))
  if (access === 'anyone' || allowed.length > 0)
    return allowed.sort((a, b) => Number(a.role === 'admin') - Number(b.role === 'admin'))
  if (inScope.length > 0) throw new AppError('wrong_role')
  if (viewers.length > 0) throw new AppError('token_scope')
  throw new AppError(tokens.length > 0 ? 'session_ended' : 'signed_out')
}

/**
 * Throws owner_only if a helper calls an endpoint, or sends one of the `fields`, that are only for
 * the owner of the shop.
 */
export function rejectHelper(
  viewer: Viewer | undefined,
  { ownerOnly }: Endpoint,
  fields: readonly string[] = [],
): void {
  const isRefused = ownerOnly === true || fields.some((field) => ownerOnly?.includes(field))
  if (viewer?.helper && isRefused) throw new AppError('owner_only')
}
