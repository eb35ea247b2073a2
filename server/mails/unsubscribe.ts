// The link in each mail, for people and for mail programs (RFC 8058): opening it asks, and only a
// POST switches mails off, because mail filters open links too.
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '#server/platform/app-context.ts'
import { noticePage, sendPlain } from '#server/platform/pages/plain-pages.ts'
import { unsubscribePath } from './send-mails.ts'
import { isUnsubscribeToken, unsubscribe } from './store.ts'
import { deadLinkPage, unsubscribedPage, unsubscribePage } from './texts.ts'

const maxBodyBytes = 1000
const path = unsubscribePath(':token')

export function unsubscribeRoutes(app: FastifyInstance, { db }: AppContext): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The token says everything; the body of a mail program or a form is of no use.
    scope.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: maxBodyBytes },
      (_request, _body, done) => done(null),
    )
    scope.get<{ Params: { token: string } }>(path, async ({ params }, reply) => {
      const isKnown = await isUnsubscribeToken(db, params.token)
      return sendPlain(
        reply,
        isKnown ? noticePage(200, unsubscribePage) : noticePage(404, deadLinkPage),
      )
    })
    scope.post<{ Params: { token: string } }>(path, async ({ params }, reply) => {
      const isKnown = await unsubscribe(db, params.token)
      return sendPlain(
        reply,
        isKnown ? noticePage(200, unsubscribedPage) : noticePage(404, deadLinkPage),
      )
    })
  })
}
