// The languages that a book is in, as far as its title, genre and description say so.
import type { Language } from '#contract/books/book-tags.ts'
import { languageNames, scripts } from './dictionary.ts'

/** A letter and words that Marathi has and Hindi hasn't. */
const isMarathi = /ळ|(?<!\p{L})(?:आणि|आहे|नाही|माझा|माझी|माझे|मराठी)(?![\p{L}\p{M}])/u

const notAbout =
  '(?!\\s+(?:films?|cinema|movies?|songs?|alphabet|literature in|phrasebook|through|from|in \\d))'
const signs = languageNames.map(({ language, names }) => {
  const word = `(?<![\\p{L}\\p{M}])(?:${names.join('|')})(?![\\p{L}\\p{M}])`
  const inDescription = [
    `(?<!\\p{L})in\\s+${word}${notAbout}`,
    `(?<!\\p{L})language\\s*[:-]\\s*${word}`,
    `${word}[\\s-]+(?:medium|edition|version|language|माध्यम)(?!\\p{L})`,
  ]
  const notTaught = '(?<!(?:learn|speak|speaking|started in|from|teach yourself)\\s+)'
  return {
    language,
    /** Other than as what it teaches or writes about. */
    title: new RegExp(`${notTaught}${word}${notAbout}`, 'iu'),
    genre: new RegExp(word, 'iu'),
    description: new RegExp(inDescription.join('|'), 'iu'),
  }
})
const byScript = scripts.map(({ script, language }) => ({
  ...{ language, letters: new RegExp(`\\p{Script=${script}}{2}`, 'u') },
}))

/** Language by its letters: what is in Devanagari and doesn't say more is in Hindi. */
function findByScript(text: string): Language[] {
  const found = byScript.flatMap(({ language, letters }) => (letters.test(text) ? [language] : []))
  if (!/\p{Script=Devanagari}{2}/u.test(text)) return found
  if (/संस्कृत/u.test(text)) return [...found, 'sanskrit']
  return [...found, isMarathi.test(text) ? 'marathi' : 'hindi']
}

type Texts = {
  title: string
  genre?: string | null | undefined
  description?: string | null | undefined
}

export function languagesOf({ title, genre, description }: Texts): Language[] {
  const named = signs
    .filter(
      (sign) =>
        sign.title.test(title) ||
        (genre && sign.genre.test(genre)) ||
        (description && sign.description.test(description)),
    )
    .map(({ language }) => language)
  // A title that names its language is in that one, though others have its letters too.
  const written = findByScript(title).filter(
    (language) => language !== 'hindi' || !named.includes('marathi'),
  )
  return [...new Set([...named, ...written])]
}
