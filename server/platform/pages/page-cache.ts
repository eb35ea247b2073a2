// Rendered pages, kept whole.
import { type Cache, createCache } from './cache.ts'
import type { HtmlPage } from './plain-pages.ts'

export type PageCache = Cache<HtmlPage>

/**
 * The pages that are kept take at most this many bytes, at two a letter: as soon as one letter of a text needs two bytes,
 * as ₹ does, each of them takes two.
 */
const mostBytes = 32 * 1024 * 1024

/** Keeps pages that are whole; those that aren't, or aren't there, are made anew each time. */
export const createPageCache = (): PageCache =>
  createCache(mostBytes, Date.now, ({ status, isWhole, body }: HtmlPage) =>
    status === 200 && isWhole ? 2 * body.length + 1000 : undefined,
  )
