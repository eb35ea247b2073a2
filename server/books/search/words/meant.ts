// What a word means that no book has: one that sounds like it, or that it is a typo of.
import type { TypedWord } from './read-search.ts'
import { findAskedTags, tagSign } from './tags.ts'
import { findMeant } from './typos.ts'

/** A typed word with what is known of it where it was looked up: see `Term`. */
export type LookedUpWord = TypedWord & {
  sounds?: readonly string[]
  begun?: readonly string[]
  likeliest?: readonly string[]
  place?: 'whole' | 'beginning' | 'inside'
}

/**
 * What is meant by a word that no book has: those that sound like it (and are spelt much like it, if
 * it begins others), or else, where none begins with it, those that it is most likely a typo of. Any
 * other means itself.
 */
export function meantBy({
  word,
  place = 'whole',
  sounds = [],
  begun = [],
  likeliest = [],
}: LookedUpWord): readonly string[] {
  if (place === 'whole' || begun.length > 0) return [word]
  const heard = place === 'beginning' ? findMeant(word, sounds) : sounds
  const meant = heard.length > 0 || place === 'beginning' ? heard : likeliest
  return meant.length === 0 ? [word] : meant
}

/** What a word stands for: its own tags, or those of what was meant by it ('kemistry'). */
export function tagsOf(term: LookedUpWord): readonly string[] {
  const { word, tags, place } = term
  if (tags.length > 0 || place !== 'inside') return tags
  const meant = meantBy(term).filter((one) => one !== word)
  return meant.flatMap((one) =>
    one.startsWith(tagSign) ? one : (findAskedTags([one], 0)?.tags ?? []),
  )
}
