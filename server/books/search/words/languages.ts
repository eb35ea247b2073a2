// The languages that a book is in, as far as its title, genre and description say so.
import type { Language } from '#contract/books/book-tags.ts'

const names: Record<Language, string> = {
  hindi: 'hindi|हिंदी|हिन्दी',
  marathi: 'marathi|मराठी',
  bengali: 'bengali|bangla|বাংলা',
  tamil: 'tamil|தமிழ்',
  telugu: 'telugu|తెలుగు',
  gujarati: 'gujarati|ગુજરાતી',
  kannada: 'kannada|ಕನ್ನಡ',
  malayalam: 'malayalam|മലയാളം',
  punjabi: 'punjabi|ਪੰਜਾਬੀ',
  odia: 'odia|oriya|ଓଡ଼ିଆ',
  assamese: 'assamese|অসমীয়া',
  urdu: 'urdu|اردو',
  sanskrit: 'sanskrit|संस्कृत',
}
const languages = Object.entries(names) as [Language, string][]

/** Scripts that one of these languages is written in. */
const scripts: [RegExp, Language][] = [
  [/\p{Script=Bengali}{2}/u, 'bengali'],
  [/\p{Script=Tamil}{2}/u, 'tamil'],
  [/\p{Script=Telugu}{2}/u, 'telugu'],
  [/\p{Script=Gujarati}{2}/u, 'gujarati'],
  [/\p{Script=Kannada}{2}/u, 'kannada'],
  [/\p{Script=Malayalam}{2}/u, 'malayalam'],
  [/\p{Script=Gurmukhi}{2}/u, 'punjabi'],
  [/\p{Script=Oriya}{2}/u, 'odia'],
  [/\p{Script=Arabic}{2}/u, 'urdu'],
]
const devanagari = /\p{Script=Devanagari}{2}/u
/** A letter and words that Marathi has and Hindi hasn't. */
const isMarathi = /ळ|(?<!\p{L})(?:आणि|आहे|नाही|माझा|माझी|माझे|मराठी)(?![\p{L}\p{M}])/u

const word = (text: string) => `(?<![\\p{L}\\p{M}])(?:${text})(?![\\p{L}\\p{M}])`
const about =
  '(?:film|films|cinema|movie|movies|song|songs|alphabet|literature in|phrasebook|through|from|in \\d)'
/** A title that has the name, other than as what it teaches or writes about. */
const inTitle = (name: string) =>
  new RegExp(
    `(?<!(?:learn|speak|speaking|started in|from|teach yourself)\\s+)${word(name)}(?!\\s+${about})`,
    'iu',
  )
/** 'In Hindi', 'Hindi medium', 'Language: Hindi'. */
const inDescription = (name: string) =>
  new RegExp(
    `(?<!\\p{L})in\\s+${word(name)}(?!\\s+${about})|(?<!\\p{L})language\\s*[:-]\\s*${word(name)}
      |${word(name)}[\\s-]+(?:medium|edition|version|language|माध्यम)(?!\\p{L})`.replace(
      /\n\s*/g,
      '',
    ),
    'iu',
  )
const signs = languages.map(([language, name]) => ({
  language,
  title: inTitle(name),
  genre: new RegExp(word(name), 'iu'),
  description: inDescription(name),
}))

/** Language by its letters: what is in Devanagari and doesn't say more is in Hindi. */
function findByScript(text: string): Language[] {
  const found = scripts.filter(([letters]) => letters.test(text)).map(([, language]) => language)
  if (!devanagari.test(text)) return found
  if (/संस्कृत/u.test(text)) return [...found, 'sanskrit']
  return [...found, isMarathi.test(text) ? 'marathi' : 'hindi']
}

type Texts = {
  title: string
  genre?: string | null | undefined
  description?: string | null | undefined
}

export function languagesOf({ title, genre, description }: Texts): Language[] {
  const said = signs.filter(
    (sign) =>
      sign.title.test(title) ||
      (genre && sign.genre.test(genre)) ||
      (description && sign.description.test(description)),
  )
  const named = said.map(({ language }) => language)
  // A title that names its language is in that one, though others have its letters too.
  const byScript = findByScript(title).filter(
    (language) => language !== 'hindi' || !named.some((other) => other === 'marathi'),
  )
  return [...new Set([...named, ...byScript])]
}
