// Caches lookups of searched words, because people search for the same words again and again.
import { LRUCache } from 'lru-cache'
import { marketTopics } from '#contract/common/endpoint.ts'
import { marketCacheSeconds, maxCachedWords } from '#server/books/limits.ts'
import type { TypedWord } from '#server/books/search/words/read-search.ts'
import type { KnownWord, LookUp } from '#server/books/search/words/terms.ts'
import type { Cache } from '#server/platform/cache/cache.ts'

/** The size of an entry besides its words, in words. */
const entryWeight = 10
const countWords = ({ words, sounds, similar_words }: KnownWord) =>
  entryWeight + words.length + sounds.length + similar_words.length

const createKnownWords = () =>
  new LRUCache<string, KnownWord>({ maxSize: maxCachedWords, sizeCalculation: countWords })

/** Caches the lookup of each word until a book changes. */
export function cacheLookUps(cache: Cache, lookUp: LookUp): LookUp {
  const findKnownWords = () =>
    cache.getOrCompute(
      'known words',
      { topics: marketTopics, maxAgeSeconds: marketCacheSeconds },
      async () => createKnownWords(),
    )
  return async (asked, few) => {
    // Fetched before the lookup: if words change in the meantime, the result goes to a discarded
    // cache.
    const known = await findKnownWords()
    const keyOf = ({ word, tags }: TypedWord) => JSON.stringify([word, tags, few])
    const found = asked.map((one) => known.get(keyOf(one)))
    const missing = asked.filter((_, at) => !found[at])
    const rows = missing.length > 0 ? await lookUp(missing, few) : []
    for (const [at, row] of rows.entries()) known.set(keyOf(missing[at] as TypedWord), row)
    const lookedUp = rows.values()
    return found.map((row) => row ?? (lookedUp.next().value as KnownWord))
  }
}
