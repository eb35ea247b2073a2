import { type Cache, createCache } from './cache.ts'
import type { HtmlPage } from './plain-pages.ts'
import { maxPageCacheBytes } from './policy.ts'

export type PageCache = Cache<HtmlPage>

// V8 stores two bytes a character as soon as one of them, such as ₹, needs two.
const estimatePageBytes = ({ body }: HtmlPage) => 2 * body.length + 1000

/** Caches complete pages; error pages and incomplete ones are rendered each time. */
export const createPageCache = (): PageCache =>
  createCache(maxPageCacheBytes, Date.now, (page: HtmlPage) =>
    page.status === 200 && page.isWhole ? estimatePageBytes(page) : undefined,
  )
