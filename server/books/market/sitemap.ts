// For search engines: robots.txt, and a sitemap of the public pages and of the books on the market.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { AppError } from '#contract/common/errors.ts'
import { maxBooksPerSitemap, sitemapCacheSeconds } from '#server/books/policy.ts'
import { isListed } from '#server/books/views.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Db } from '#server/platform/database/database.ts'
import { publicOrigin } from '#server/platform/pages/pages.ts'

const xmlHeader = '<?xml version="1.0" encoding="UTF-8"?>'
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const publicPages = ['/', '/books', '/about', '/help', '/safety', '/terms', '/privacy']
const disallowedPaths = [
  '/api/',
  '/admin/',
  '/seller/',
  '/buyer/orders',
  '/buyer/chats',
  '/buyer/profile',
  '/reset-password',
]

const listedBooks = (db: Db) =>
  db.selectFrom('books').innerJoin('accounts', 'accounts.id', 'books.seller_id').where(isListed)

async function countFiles(db: Db): Promise<number> {
  const { books } = await listedBooks(db)
    .select(sql<number>`count(*)::integer`.as('books'))
    .executeTakeFirstOrThrow()
  return Math.ceil(books / maxBooksPerSitemap)
}

const filePaths = (fileCount: number) => [
  '/sitemap-pages.xml',
  ...Array.from({ length: fileCount }, (_, index) => `/sitemap-books-${index + 1}.xml`),
]

type SitemapUrl = { path: string; changed?: string }

async function findBookUrls(db: Db, file: number): Promise<SitemapUrl[]> {
  const rows = await listedBooks(db)
    .select(['books.id', 'books.updated_at'])
    .orderBy('books.id')
    .offset((file - 1) * maxBooksPerSitemap)
    .limit(maxBooksPerSitemap)
    .execute()
  return rows.map((row) => ({
    path: `/buyer/book/${row.id}`,
    changed: row.updated_at.toISOString(),
  }))
}

function toXml(origin: string, urls: SitemapUrl[]): string {
  const entries = urls.map(({ path, changed }) => {
    const lastmod = changed ? `<lastmod>${changed}</lastmod>` : ''
    return `<url><loc>${origin}${path}</loc>${lastmod}</url>`
  })
  return `${xmlHeader}<urlset ${namespace}>${entries.join('')}</urlset>`
}

/** Addresses are made for each request, because the origin is the one that it was sent to. */
export function sitemapRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, cache, limits } = context
  const cached = <T>(key: string, find: () => Promise<T>) =>
    cache.getOrCompute(key, { topics: ['profiles'], maxAgeSeconds: sitemapCacheSeconds }, find)
  const findFileCount = () => cached('sitemap', () => countFiles(db))
  const onRequest = (request: FastifyRequest) => limits.count('calls', request)
  const xmlHeaders = {
    'content-type': 'application/xml; charset=utf-8',
    'cache-control': `public, max-age=${sitemapCacheSeconds}`,
  }

  app.get('/robots.txt', { onRequest }, (request, reply) => {
    const rules = disallowedPaths.map((path) => `Disallow: ${path}\n`).join('')
    return reply
      .header('content-type', 'text/plain; charset=utf-8')
      .send(`User-agent: *\n${rules}\nSitemap: ${publicOrigin(request, context)}/sitemap.xml\n`)
  })

  app.get('/sitemap.xml', { onRequest }, async (request, reply) => {
    const entries = filePaths(await findFileCount()).map(
      (path) => `<sitemap><loc>${publicOrigin(request, context)}${path}</loc></sitemap>`,
    )
    return reply
      .headers(xmlHeaders)
      .send(`${xmlHeader}<sitemapindex ${namespace}>${entries.join('')}</sitemapindex>`)
  })

  app.get('/sitemap-pages.xml', { onRequest }, (request, reply) => {
    const urls = publicPages.map((path) => ({ path }))
    return reply.headers(xmlHeaders).send(toXml(publicOrigin(request, context), urls))
  })

  app.get<{ Params: { file: string } }>(
    '/sitemap-books-:file(^\\d{1,5}$).xml',
    { onRequest },
    async (request, reply) => {
      const file = Number(request.params.file)
      if (file < 1 || file > (await findFileCount())) throw new AppError('not_found')
      const urls = await cached(`sitemap ${file}`, () => findBookUrls(db, file))
      return reply.headers(xmlHeaders).send(toXml(publicOrigin(request, context), urls))
    },
  )
}
