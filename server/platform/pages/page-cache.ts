import { type Cache, createCache, estimateCachedBytes } from '#server/platform/cache/cache.ts'
import { type PreparedResponse, prepareResponse } from '#server/platform/cache/prepared-response.ts'
import { pagePolicy } from './page-policy.ts'
import type { HtmlPage } from './plain-pages.ts'
import { maxPageCacheBytes } from './policy.ts'

export type ReadyPage = Pick<HtmlPage, 'status' | 'location' | 'isWhole'> & {
  response: PreparedResponse
}

export type PageCache = Cache<ReadyPage>

export const responseTag = (key: string): string => `response ${key}`

/**
 * `responseKeys` are those of the cached responses that it shows, undefined where it shows others,
 * too: then any change of the market makes it anew.
 */
export function toReadyPage(
  { body, type, ...page }: HtmlPage,
  responseKeys: readonly string[] | undefined,
  isDev: boolean,
): ReadyPage {
  const dependencies = responseKeys
    ? { tags: responseKeys.map(responseTag) }
    : { tags: [], isChangedBy: () => true }
  const headers = {
    'content-type': type.includes('charset') ? type : `${type}; charset=utf-8`,
    'cache-control': 'no-cache',
    'content-security-policy': pagePolicy(body, isDev),
  }
  return { ...page, response: prepareResponse(Buffer.from(body), { headers, dependencies }) }
}

/** Caches complete pages; error pages and incomplete ones are rendered each time. */
export const createPageCache = (now?: () => number): PageCache =>
  createCache({
    ...(now && { now }),
    maxWeight: maxPageCacheBytes,
    weigh: (page: ReadyPage, key) =>
      page.status === 200 && page.isWhole ? estimateCachedBytes(page, key) : undefined,
  })
