import { createHash, randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Endpoint, Role } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/error-catalog.ts'

export type Viewer = {
  accountId: string
  role: Role
  name: string
  session: string
}

export type FindViewer = (tokenHash: string) => Promise<Viewer | undefined>

export const newToken = (): string => randomBytes(32).toString('base64url')
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

const maxTokenLength = 200

/** Returns the distinct tokens in `Authorization: Bearer …` and `auth-token`. */
export function readTokens(headers: IncomingHttpHeaders): string[] {
  const bearer = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
  const header = headers['auth-token']
  const authToken = typeof header === 'string' ? header.trim() : undefined
  return [
    ...new Set(
      [bearer, authToken].filter(
        (token): token is string => !!token && token.length <= maxTokenLength,
      ),
    ),
  ]
}

export const findViewers = async (find: FindViewer, tokens: string[]): Promise<Viewer[]> =>
  (await Promise.all(tokens.map((token) => find(hashToken(token))))).filter(
    (viewer) => viewer !== undefined,
  )

/**
 * Returns the viewers whose role may call the endpoint. The first is the caller; the rights of two
 * tokens are never combined. Admins come last, so an admin who also has a buyer account buys with
 * that account. Throws wrong_role, session_ended or signed_out.
 */
export function authorize(
  viewers: Viewer[],
  access: Endpoint['access'],
  tokens: string[],
): Viewer[] {
  const allowed = viewers.filter((viewer) => access === 'anyone' || access.includes(viewer.role))
  if (access === 'anyone' || allowed.length > 0)
    return allowed.sort((a, b) => Number(a.role === 'admin') - Number(b.role === 'admin'))
  if (viewers.length > 0) throw new AppError('wrong_role')
  throw new AppError(tokens.length > 0 ? 'session_ended' : 'signed_out')
}
