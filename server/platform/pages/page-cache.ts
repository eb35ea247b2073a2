import { type Answer, toAnswer } from '#server/platform/cache/answer.ts'
import { type Cache, createCache, estimateKeptBytes } from '#server/platform/cache/cache.ts'
import { pagePolicy } from './page-policy.ts'
import type { HtmlPage } from './plain-pages.ts'
import { maxPageCacheBytes } from './policy.ts'

/** A page as it is sent. `answers` are the keys of the kept answers that it shows. */
export type ReadyPage = Pick<HtmlPage, 'status' | 'location' | 'isWhole'> & { answer: Answer }

export type PageCache = Cache<ReadyPage>

export const answerTag = (key: string): string => `answer ${key}`

/**
 * `answers` are undefined where it shows others, too: then any change of the market makes it anew.
 */
export function toReadyPage(
  { body, type, ...page }: HtmlPage,
  answers: readonly string[] | undefined,
  isDev: boolean,
): ReadyPage {
  const shows = answers ? { tags: answers.map(answerTag) } : { tags: [], isChangedBy: () => true }
  const headers = {
    'content-type': type.includes('charset') ? type : `${type}; charset=utf-8`,
    'cache-control': 'no-cache',
    'content-security-policy': pagePolicy(body, isDev),
  }
  return { ...page, answer: toAnswer(Buffer.from(body), { headers, shows }) }
}

/** Keeps complete pages; error pages and incomplete ones are rendered each time. */
export const createPageCache = (now?: () => number): PageCache =>
  createCache({
    ...(now && { now }),
    maxWeight: maxPageCacheBytes,
    weigh: (page: ReadyPage, key) =>
      page.status === 200 && page.isWhole ? estimateKeptBytes(page, key) : undefined,
  })
