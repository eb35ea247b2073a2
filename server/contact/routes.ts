import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#contract/common/error-catalog.ts'
import { readContact, supportEmail } from '#contract/contact.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Mount } from '#server/platform/http/route.ts'

export function contactRoutes(mount: Mount, { config }: AppContext): void {
  mount(readContact, async () => config.grievance ?? { email: supportEmail })
}

const securityTxtPath = '/.well-known/security.txt'
/** When security.txt expires. RFC 9116 recommends less than a year. */
const securityTxtDays = 180
const dayMs = 86_400_000

/** Serves security.txt (https://www.rfc-editor.org/rfc/rfc9116) if SECURITY_CONTACT is set. */
export function serveSecurityTxt(
  app: FastifyInstance,
  { config, limits, now }: Pick<AppContext, 'config' | 'limits' | 'now'>,
): void {
  const { securityContact, publicUrl } = config
  const onRequest = async (request: FastifyRequest) => limits.count('calls', request)
  app.get(securityTxtPath, { onRequest }, (_request, reply) => {
    if (securityContact === undefined) throw new AppError('not_found')
    const today = Math.floor(now().getTime() / dayMs) * dayMs
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${new Date(today + securityTxtDays * dayMs).toISOString()}`,
      'Preferred-Languages: en, hi',
      ...(publicUrl === undefined ? [] : [`Canonical: ${publicUrl}${securityTxtPath}`]),
    ]
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(`${lines.join('\n')}\n`)
  })
}
