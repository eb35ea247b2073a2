// What search engines may look at: robots.txt, and a sitemap of the public pages and of the books on the market.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Db } from '#server/platform/database/database.ts'
import { publicOrigin } from '#server/platform/pages/pages.ts'
import { isListed } from './views.ts'

/** Books in one file; the protocol allows 50,000: https://www.sitemaps.org/protocol.html */
const mostBooks = 20_000
const freshSeconds = 3600

const head = '<?xml version="1.0" encoding="UTF-8"?>'
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

const market = (db: Db) =>
  db.selectFrom('books').innerJoin('people', 'people.id', 'books.seller_id').where(isListed)

async function countFiles(db: Db): Promise<number> {
  const { books } = await market(db)
    .select(sql<number>`count(*)::integer`.as('books'))
    .executeTakeFirstOrThrow()
  return Math.ceil(books / mostBooks)
}

/** The index of all files; paths only, because the address people know the server by belongs to the request. */
const indexOf = (files: number) => [
  '/sitemap-pages.xml',
  ...Array.from({ length: files }, (_, place) => `/sitemap-books-${place + 1}.xml`),
]

async function findBooks(db: Db, file: number) {
  const rows = await market(db)
    .select(['books.id', 'books.updated_at'])
    .orderBy('books.id')
    .offset((file - 1) * mostBooks)
    .limit(mostBooks)
    .execute()
  return rows.map((row) => ({
    path: `/buyer/book/${row.id}`,
    changed: row.updated_at.toISOString(),
  }))
}

const publicPages = ['/', '/books', '/about']
const hidden = [
  '/api/',
  '/admin/',
  '/seller/',
  '/buyer/orders',
  '/buyer/chats',
  '/buyer/profile',
  '/reset-password',
]

export function sitemapRoutes(app: FastifyInstance, parts: AppContext): void {
  const { db, cache, limits } = parts
  const files = () => cache.getOrCompute('sitemap', ['people'], freshSeconds, () => countFiles(db))
  const onRequest = (request: FastifyRequest) => limits.count('calls', request)
  const xml = {
    'content-type': 'application/xml; charset=utf-8',
    'cache-control': `public, max-age=${freshSeconds}`,
  }

  app.get('/robots.txt', { onRequest }, (request, reply) =>
    reply
      .header('content-type', 'text/plain; charset=utf-8')
      .send(
        `User-agent: *\n${hidden.map((path) => `Disallow: ${path}\n`).join('')}\nSitemap: ${publicOrigin(request, parts)}/sitemap.xml\n`,
      ),
  )

  app.get('/sitemap.xml', { onRequest }, async (request, reply) => {
    const entries = indexOf(await files()).map(
      (path) => `<sitemap><loc>${publicOrigin(request, parts)}${path}</loc></sitemap>`,
    )
    return reply
      .headers(xml)
      .send(`${head}<sitemapindex ${namespace}>${entries.join('')}</sitemapindex>`)
  })

  const send = (origin: string, urls: { path: string; changed?: string }[]) =>
    `${head}<urlset ${namespace}>${urls.map(({ path, changed }) => `<url><loc>${origin}${path}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ''}</url>`).join('')}</urlset>`

  app.get('/sitemap-pages.xml', { onRequest }, (request, reply) =>
    reply.headers(xml).send(
      send(
        publicOrigin(request, parts),
        publicPages.map((path) => ({ path })),
      ),
    ),
  )

  app.get<{ Params: { file: string } }>(
    '/sitemap-books-:file(^\\d{1,5}$).xml',
    { onRequest },
    async (request, reply) => {
      const file = Number(request.params.file)
      if (file < 1 || file > (await files())) throw new AppError('not_found')
      const books = await cache.getOrCompute(`sitemap ${file}`, ['people'], freshSeconds, () =>
        findBooks(db, file),
      )
      return reply.headers(xml).send(send(publicOrigin(request, parts), books))
    },
  )
}
