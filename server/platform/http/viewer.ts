// Who is calling: found from the tokens a request or a socket carries.
import { createHash, randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Endpoint, Role } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'

export type Viewer = {
  personId: string
  role: Role
  name: string
  /** The session's token hash in hex: names the session, opens nothing. */
  session: string
}

/** Finds the live session with this token hash; auth's store does the work. */
export type FindViewer = (tokenHash: string) => Promise<Viewer | undefined>

/** A fresh session token: 256 random bits. */
export const newToken = (): string => randomBytes(32).toString('base64url')
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** The tokens of a request: `Authorization: Bearer …` and `auth-token`, each once. */
export function readTokens(headers: IncomingHttpHeaders): string[] {
  const bearer = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
  const plain = headers['auth-token']
  return [
    ...new Set(
      [bearer, typeof plain === 'string' ? plain.trim() : undefined].filter(
        (token): token is string => !!token && token.length <= 200,
      ),
    ),
  ]
}

/**
 * The viewers whose roles fit the endpoint. Two live tokens are two people: the first one counts, and their rights are
 * never merged. An admin comes last, so that an admin who also buys here does so as a buyer. Throws the Refusal that the
 * endpoint's access asks for.
 */
export async function authorize(
  find: FindViewer,
  access: Endpoint['access'],
  tokens: string[],
): Promise<Viewer[]> {
  const viewers = (await Promise.all(tokens.map((token) => find(hashToken(token))))).filter(
    (viewer) => viewer !== undefined,
  )
  const fitting = viewers.filter((viewer) => access === 'anyone' || access.includes(viewer.role))
  if (access === 'anyone' || fitting.length > 0)
    return fitting.sort((a, b) => Number(a.role === 'admin') - Number(b.role === 'admin'))
  if (viewers.length > 0) throw new AppError('wrong_role')
  throw new AppError(tokens.length > 0 ? 'session_ended' : 'signed_out')
}
