// In which order a search shows what it has found: books with all words in the title or by the author
// who was named, then in title and author, then by their tags, then inside words, then with similar
// words. Equals by price.
import { type RawBuilder, sql } from 'kysely'
import { partSign } from '#contract/books/title-key.ts'
import type { SearchTerms } from '#server/books/search/words/read-search.ts'
import { withSpaces, wordEnds } from '#server/books/search/words/search-text.ts'
import { examTags, studyTag, tagSign } from '#server/books/search/words/tags.ts'
import { meantBy, type Term, tagsOf } from '#server/books/search/words/terms.ts'
import { likePattern } from '#server/platform/database/database.ts'

type Text = RawBuilder<string>
type Sign = RawBuilder<boolean>

/** As an array, so that the statement is the same for any number of texts. */
const hasAny = (texts: readonly string[], where: Text): Sign =>
  sql`${where} like any(${texts.map(likePattern)}::text[])`
const countTrue = (signs: readonly Sign[]) =>
  sql<number>`(${sql.join([sql`0`, ...signs.map((sign) => sql`(${sign})::integer`)], sql` + `)})`

export const partOf = (number: number): Text =>
  sql`split_part(search_text, ${` ${partSign}`}, ${sql.lit(number)})`
/** So that 'Class-12 Physics' equals 'class 12 physics'. */
const spaced = (text: string) => text.replaceAll('-', ' ')

const titleOfRow: Text = sql`(' ' || ${partOf(1)} || ' ')`
const authorOfRow: Text = sql`(${partOf(2)} || ' ')`
/** The parts of a book's text, each between spaces: computed once for each row of `books`. */
const parts = sql`(
  select translate(${withSpaces(titleOfRow)}, '-', ' ') as title, ${authorOfRow} as author,
    ${partOf(3)} || ' ' as title_tags, ' ' || search_text || ' ' as whole offset 0) as parts`
const title: Text = sql`parts.title`
const author: Text = sql`parts.author`
const titleTags: Text = sql`parts.title_tags`
const text: Text = sql`parts.whole`

/** What a word counts where a book has something. */
type Rule = readonly [where: Sign, score: number]

/** A letter before a name: 'd h lawrence'. Nearly every title has a word that begins with it. */
const isInitial = (at: number, terms: readonly Term[]): boolean =>
  /^\p{L}$/u.test(terms[at]?.word ?? '') &&
  terms[at]?.tags.length === 0 &&
  terms.slice(at + 1).some(({ word }) => word.length > 2)

/** 'c programming' is no name: C++ and C# begin with the letter in a title. */
const rulesOfInitial = ({ word }: Term): Rule[] => [
  [hasAny([` ${word} `], title), 5],
  [hasAny([` ${word}+`, ` ${word}#`], title), 4],
  [hasAny([` ${word}`], author), 3],
  [sql`true`, 1],
]

/** Of a word that means a subject, a class or an exam, books count that are about it. */
function rulesOf(term: Term): Rule[] {
  const { word, tags, sounds, begun, match } = term
  const meant = meantBy(term).flatMap((one) => (one === word ? [] : ` ${one} `))
  const heard = (words: readonly string[]) => words.map((one) => ` ${one}`)
  const [inTitle, beginsInTitle, begins] = tags.length > 0 ? [3, 2, 2] : [5, 4, 3]
  const isInTitle = hasAny([` ${spaced(word)} `], title)
  const isAbout = hasAny(tagsOf(term), titleTags)
  return [
    [sql`${isAbout} and ${isInTitle}`, 5],
    [isAbout, 4],
    [hasAny(tagsOf(term), text), 3],
    [isInTitle, inTitle],
    [hasAny(match === 'prefix' ? meant.map(spaced) : [], title), inTitle],
    [hasAny([` ${spaced(word)}`], title), beginsInTitle],
    [hasAny([` ${word}`], text), begins],
    [hasAny([...heard(begun.length > 0 ? begun : sounds), `${tagSign}${word}`], text), 2],
    [hasAny(match === 'substring' ? meant : [], text), 2],
    [hasAny([word, ...heard(sounds)], text), 1],
  ]
}

const scoreOf = (rules: readonly Rule[]) =>
  sql<number>`case ${sql.join(
    rules.map(([where, score]) => sql`when ${where} then ${sql.lit(score)}`),
    sql` `,
  )} else 0 end`

/** Names of authors, as patterns, that may be meant by initials: Norman Lewis by 'n lewis'. */
const namesOf = (terms: readonly Term[]): string[] =>
  terms.flatMap(({ word: initial }, at) => {
    if (!isInitial(at, terms) || isInitial(at - 1, terms)) return []
    const { word = '' } = terms.find((_, next) => next > at && !isInitial(next, terms)) ?? {}
    return /^\p{L}+$/u.test(word) ? [` ${initial}[^ ,;]* ([^ ,;]+ ){0,2}${word}`] : []
  })

/** Most rows are passed over by the beginning of the word, which costs less. */
const hasWord = (words: readonly string[], where: Text): Sign => {
  const ends = words.flatMap((word) => [' ', ...wordEnds].map((end) => ` ${word}${end}`))
  return sql`(${hasAny(
    words.map((word) => ` ${word}`),
    where,
  )} and ${hasAny(ends, where)})`
}

/**
 * Whether a book is by the author who was typed: two words of a name are meant as one. One word is,
 * where more of the books that were found have it in the author's name than in the title, and it
 * doesn't mean a subject or an exam.
 */
function isByAuthor(terms: readonly Term[]): Sign {
  const isTag = terms.length === 1 && terms.some(({ tags }) => tags.length > 0)
  const names = isTag ? [] : terms.map(meantBy)
  if (names.length === 0) return sql`false`
  const isNamed = sql.join(
    names.map((name) => hasWord(name, author)),
    sql` and `,
  )
  const byInitials = namesOf(terms).map((name) => sql`${author} ~ ${`${name}[ ,;]`}`)
  if (names.length > 1) return sql`(${sql.join([isNamed, ...byInitials], sql` or `)})`
  const foundIn = (where: Text) => sql`count(*) filter (where ${hasWord(names.flat(), where)})`
  return sql`(${isNamed} and (select ${foundIn(authorOfRow)} > ${foundIn(titleOfRow)} from found))`
}

/** Whether the longest word is a name of the first author; an anthology has many. */
function isOfFirstAuthor(terms: readonly Term[]): Sign {
  const words = terms.flatMap(meantBy).toSorted((one, other) => other.length - one.length)
  return sql`position(${` ${words[0]}`} in ${author}) < least(
    nullif(position(',' in ${author}), 0), nullif(position(';' in ${author}), 0), 1000)`
}

/**
 * What a title may be called by the words as they are meant: without fillers, with them, and without
 * those before the first word.
 */
function phrasesOf(terms: readonly Term[], typed: readonly string[]): string[] {
  const meant = new Map(
    terms.map((term) => {
      const [first = '', ...others] = meantBy(term)
      return [term.word, others.length === 0 ? first : term.word]
    }),
  )
  const all = typed.map((word) => meant.get(word) ?? word)
  const [first] = meant.values()
  const phrases = [[...meant.values()], all, all.slice(Math.max(0, all.indexOf(first ?? '')))]
  return [...new Set(phrases.map((words) => spaced(words.join(' '))))]
}

/** Where a book has what a misspelt word meant most likely. */
function signsOfBestGuess({ bestGuess, sounds }: Term): Sign[] {
  if (bestGuess.length === 0) return []
  const begun = (sounds.length > 0 ? sounds : bestGuess).map((word) => ` ${word}`)
  const whole = begun.map((word) => `${spaced(word)} `)
  return [hasAny(begun, text), hasAny(begun.map(spaced), title), hasAny(whole, title)]
}

/** 'alchemist' is the whole title of 'The Alchemist'. */
const articles = ['', 'the ', 'a ', 'an ']

/** One step of match quality outweighs any price: this is more than the highest one in rupees. */
export const matchUnit = 100_001

/** What joins a row of `books` to its rank, as `ranking.rank`. */
export type Ranking = RawBuilder<unknown>
export const unranked: Ranking = sql`(select 0 as rank) as ranking`

/** The ranks of rows of `books`: first of all by the worst place of a word. */
export function rankBy(
  terms: readonly Term[],
  { fillers, typed }: Pick<SearchTerms, 'fillers' | 'typed'>,
): Ranking {
  if (terms.length === 0) return unranked
  const phrases = phrasesOf(terms, typed)
  const scores = terms.map((term, at) =>
    scoreOf(isInitial(at, terms) ? rulesOfInitial(term) : rulesOf(term)),
  )
  const nameOf = (at: number) => sql.ref(`scores.of_${at}`)
  const names = scores.map((_, at) => nameOf(at))
  const together = countTrue([
    ...phrases.flatMap((words) => [
      hasAny([` ${words}`], title),
      hasAny([` ${words} `], title),
      sql<boolean>`starts_with(${title}, ${` ${words} `})`,
    ]),
    ...fillers.map((filler) => hasAny([` ${spaced(filler)} `], title)),
  ])
  const titles = articles.flatMap((article) => phrases.map((words) => ` ${article}${words} `))
  const isStudied = terms.some((term) => tagsOf(term).length > 0)
    ? countTrue([hasAny([studyTag], text)])
    : sql`0`
  // 'upsc history' is asked for to pass, not for 'The Steel Frame: A History of the IAS'.
  const studied = terms.some(({ tags }) => tags.some((tag) => examTags.has(tag))) ? 2000 : 150
  const named = countTrue(namesOf(terms).map((name) => sql`${author} ~ ${name}`))
  const guessed = countTrue(terms.flatMap(signsOfBestGuess))
  // Apart from the sum, so that each is computed once.
  return sql`lateral (
    select ((greatest(least(${sql.join(names)}), by_author * 5) + (${title} = any(${titles}::text[]))::integer)
        * 1000
      + by_author * (150 + 10 * (${isOfFirstAuthor(terms)})::integer)
      + ${isStudied} * ${sql.lit(studied)} + ${named} * 100
      + (${sql.join(names, sql` + `)}) * 8 + ${together} * 20 + ${guessed} * 40)
      * ${sql.lit(matchUnit)} + greatest(0, ${sql.lit(matchUnit - 1)} - price / 100) as rank
    from ${parts}, lateral (
      select ${sql.join(scores.map((score, at) => sql`${score} as ${sql.ref(`of_${at}`)}`))},
        (${isByAuthor(terms)})::integer as by_author offset 0) as scores
  ) as ranking`
}
