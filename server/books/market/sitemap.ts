// For search engines: robots.txt, and a sitemap of public pages, books on the market, titles and
// sellers.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { titleSlug } from '#contract/books/titles.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { isVisible } from '#server/books/views.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Db } from '#server/platform/database/database.ts'
import { publicOrigin } from '#server/platform/pages/pages.ts'

/** The protocol allows 50,000: https://www.sitemaps.org/protocol.html */
const maxPagesPerSitemap = 20_000

const sitemapCacheSeconds = 3600

const xmlHeader = '<?xml version="1.0" encoding="UTF-8"?>'
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const publicPages = ['/', '/books', '/wanted', '/about', '/help', '/safety', '/terms', '/privacy']
const disallowedPaths = [
  '/api/',
  '/admin/',
  '/seller/',
  '/buyer/orders',
  '/buyer/chats',
  '/buyer/profile',
  '/buyer/wishlist',
  '/reset-password',
  '/join',
]

type SitemapUrl = { path: string; changed?: string }
type Pages = {
  /** A subquery with one row per page. */
  rows: RawBuilder<unknown>
  /** Finds the URLs of a file, numbered from 1. */
  find: (db: Db, file: number) => Promise<SitemapUrl[]>
}

const rowsOf = (file: number) =>
  sql`offset ${(file - 1) * maxPagesPerSitemap} limit ${maxPagesPerSitemap}`

const listedBooks = sql`books join accounts on accounts.id = books.seller_id where ${isVisible}`
/** Titles with several books. The page of a title with one book would duplicate the book's page. */
const sharedTitles = sql`${listedBooks} group by title_key having count(*) > 1`

const sellersWithBooks = sql`accounts where role = 'seller' and status = 'active'
  and deleted_at is null and exists (select from books where seller_id = accounts.id
    and books.deleted_at is null and available > 0 and not is_hidden)`

const pages: Record<'books' | 'titles' | 'sellers', Pages> = {
  books: {
    rows: sql`(select books.id from ${listedBooks})`,
    find: async (db, file) => {
      const { rows } = await sql<{ id: string; updated_at: Date }>`
        select books.id, books.updated_at from ${listedBooks} order by books.id ${rowsOf(file)}`.execute(
        db,
      )
      return rows.map(({ id, updated_at }) => ({
        path: `/buyer/book/${id}`,
        changed: updated_at.toISOString(),
      }))
    },
  },
  titles: {
    rows: sql`(select title_key from ${sharedTitles})`,
    find: async (db, file) => {
      const { rows } = await sql<{ id: string; title: string; updated_at: Date }>`
        select title_id(title_key) as id, min(title) as title, max(books.updated_at) as updated_at
        from ${sharedTitles} order by title_key ${rowsOf(file)}`.execute(db)
      return rows.map(({ id, title, updated_at }) => ({
        path: `/titles/${titleSlug({ _id: id, title })}`,
        changed: updated_at.toISOString(),
      }))
    },
  },
  sellers: {
    rows: sql`(select id from ${sellersWithBooks})`,
    find: async (db, file) => {
      const { rows } = await sql<{ id: string }>`
        select id from ${sellersWithBooks} order by id ${rowsOf(file)}`.execute(db)
      return rows.map(({ id }) => ({ path: `/sellers/${id}` }))
    },
  },
}
const kinds = ['books', 'titles', 'sellers'] as const

function toXml(origin: string, urls: SitemapUrl[]): string {
  const entries = urls.map(({ path, changed }) => {
    const lastmod = changed ? `<lastmod>${changed}</lastmod>` : ''
    return `<url><loc>${origin}${path}</loc>${lastmod}</url>`
  })
  return `${xmlHeader}<urlset ${namespace}>${entries.join('')}</urlset>`
}

/** Files are cached without the origin, because that differs between requests. */
export function sitemapRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, cache, limits } = context
  const cached = <T>(key: string, find: () => Promise<T>) =>
    cache.getOrCompute(key, { topics: ['profiles'], maxAgeSeconds: sitemapCacheSeconds }, find)
  const countFiles = (kind: keyof typeof pages) =>
    cached(`sitemap of ${kind}`, async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer from ${pages[kind].rows} as pages`.execute(db)
      return Math.ceil((rows[0]?.count ?? 0) / maxPagesPerSitemap)
    })
  const onRequest = async (request: FastifyRequest) => limits.count('calls', request)
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
    const files = ['/sitemap-pages.xml']
    for (const kind of kinds)
      for (let file = 1; file <= (await countFiles(kind)); file++)
        files.push(`/sitemap-${kind}-${file}.xml`)
    const entries = files.map(
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

  for (const kind of kinds)
    app.get<{ Params: { file: string } }>(
      `/sitemap-${kind}-:file(^\\d{1,5}$).xml`,
      { onRequest },
      async (request, reply) => {
        const file = Number(request.params.file)
        if (file < 1 || file > (await countFiles(kind))) throw new AppError('not_found')
        const urls = await cached(`sitemap of ${kind} ${file}`, () => pages[kind].find(db, file))
        return reply.headers(xmlHeaders).send(toXml(publicOrigin(request, context), urls))
      },
    )
}
