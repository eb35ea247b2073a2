// Whom to tell of a hole: https://www.rfc-editor.org/rfc/rfc9116
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#contract/common/errors.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { securityTxtDays } from './policy.ts'

const path = '/.well-known/security.txt'
const dayMs = 86_400_000

/** Not there without SECURITY_CONTACT. It never expires, as long as somebody asks here for it. */
export function serveSecurityTxt(
  app: FastifyInstance,
  { config, limits, now }: Pick<AppContext, 'config' | 'limits' | 'now'>,
): void {
  const { securityContact, publicUrl } = config
  const onRequest = async (request: FastifyRequest) => limits.count('calls', request)
  app.get(path, { onRequest }, (_request, reply) => {
    if (securityContact === undefined) throw new AppError('not_found')
    const today = Math.floor(now().getTime() / dayMs) * dayMs
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${new Date(today + securityTxtDays * dayMs).toISOString()}`,
      'Preferred-Languages: en, hi',
      ...(publicUrl === undefined ? [] : [`Canonical: ${publicUrl}${path}`]),
    ]
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(`${lines.join('\n')}\n`)
  })
}
