// What is known of the words that people search for, because the same ones come again and again.
import { LRUCache } from 'lru-cache'
import { marketTopics } from '#contract/common/endpoint.ts'
import { marketCacheSeconds, maxCachedWords } from '#server/books/policy.ts'
import type { Known, LookUp } from '#server/books/search/words/look-up.ts'
import type { TypedWord } from '#server/books/search/words/read-search.ts'
import type { Cache } from '#server/platform/cache/cache.ts'
import { wordDependencies } from './dependencies.ts'

const countWords = ({ words, sounds, similar_words }: Known) =>
  1 + words.length + sounds.length + similar_words.length

const createKnownWords = () =>
  new LRUCache<string, Known>({ maxSize: maxCachedWords, sizeCalculation: countWords })

/** Looks each word up once, until the words of any book change: then all are looked up anew. */
export function cacheLookUps(cache: Cache, lookUp: LookUp): LookUp {
  const findKnownWords = () =>
    cache.getOrCompute(
      'known words',
      {
        topics: marketTopics,
        maxAgeSeconds: marketCacheSeconds,
        dependenciesOf: () => wordDependencies,
      },
      async () => createKnownWords(),
    )
  return async (asked, few) => {
    // What is found for words that have changed meanwhile ends up in a cache that is gone.
    const known = await findKnownWords()
    const keyOf = ({ word, tags }: TypedWord) => JSON.stringify([word, tags, few])
    const found = new Map(asked.map((one) => [one, known.get(keyOf(one))]))
    const missing = asked.filter((one) => !found.get(one))
    const rows = missing.length > 0 ? await lookUp(missing, few) : []
    for (const [at, row] of rows.entries()) {
      const one = missing[at] as TypedWord
      known.set(keyOf(one), row)
      found.set(one, row)
    }
    return [...found.values()] as Known[]
  }
}
