// The order of search results: first books with all words in the title or by the named author, then
// with words in title and author, then by tags, then by parts of words, then by similar words.
// Equal matches are ordered by price.
import { type Expression, sql } from 'kysely'
import { partSign } from '#contract/books/title-key.ts'
import type { SearchTerms } from '#server/books/search/words/read-search.ts'
import { wordEnds } from '#server/books/search/words/search-text.ts'
import { examTags, studyTag, tagSign } from '#server/books/search/words/tags.ts'
import { meantBy, type Term, tagsOf } from '#server/books/search/words/terms.ts'
import { arrayOf, likePattern } from '#server/platform/database/database.ts'

type Text = Expression<string>
type Sign = Expression<boolean>

const hasAny = (texts: readonly string[], where: Text): Sign =>
  sql`${where} like any(${arrayOf('text', texts.map(likePattern))})`
const countTrue = (signs: readonly Sign[]) =>
  sql<number>`(${sql.join([sql`0`, ...signs.map((sign) => sql`(${sign})::integer`)], sql` + `)})`

const partOf = (number: number): Text =>
  sql`split_part(search_text, ${` ${partSign}`}, ${sql.lit(number)})`
/** Replaces hyphens, because 'class-12 physics' equals 'class 12 physics'. */
const spaced = (text: string) => text.replaceAll('-', ' ')

const titleOfRow: Text = sql`(' ' || ${partOf(1)} || ' ')`
const authorOfRow: Text = sql`(${partOf(2)} || ' ')`
/**
 * The parts of a book's text, each between spaces. `offset 0` makes PostgreSQL compute them once
 * for each row. `translate` would take five times as long as `regexp_replace`.
 */
const parts = sql`(
  select regexp_replace(${titleOfRow}, ${`[-${wordEnds}]`}, ' ', 'g') as title, ${authorOfRow} as author,
    ${partOf(3)} || ' ' as title_tags, ' ' || search_text || ' ' as whole offset 0) as parts`
const title: Text = sql`parts.title`
const author: Text = sql`parts.author`
const titleTags: Text = sql`parts.title_tags`
const text: Text = sql`parts.whole`

/** A condition on a book, and the score of a word if it is true. */
type Rule = readonly [where: Sign, score: number]

/**
 * Whether a word is a single letter before a name: 'd h lawrence'. The many title words that begin
 * with such a letter don't count as matches.
 */
const isInitial = (at: number, terms: readonly Term[]): boolean =>
  /^\p{L}$/u.test(terms[at]?.word ?? '') &&
  terms[at]?.tags.length === 0 &&
  terms.slice(at + 1).some(({ word }) => word.length > 2)

/**
 * Rules for a single letter. The letter may also be a language: 'c programming' means C++ and C#,
 * too.
 */
const rulesOfInitial = ({ word }: Term): Rule[] => [
  [hasAny([` ${word} `], title), 5],
  [hasAny([` ${word}+`, ` ${word}#`], title), 4],
  [hasAny([` ${word}`], author), 3],
  [sql`true`, 1],
]

/**
 * Rules for a word. If the word means a subject, a class or an exam, books about that get points.
 */
function rulesOf(term: Term): Rule[] {
  const { word, tags, sounds, begun, match } = term
  const meant = meantBy(term).flatMap((one) => (one === word ? [] : ` ${one} `))
  const heard = (words: readonly string[]) => words.map((one) => ` ${one}`)
  const [inTitle, beginsInTitle, begins] = tags.length > 0 ? [3, 2, 2] : [5, 4, 3]
  const isInTitle = hasAny([` ${spaced(word)} `], title)
  const meantTags = tagsOf(term)
  const isAbout = hasAny(meantTags, titleTags)
  const about: Rule[] = [
    [sql`${isAbout} and ${isInTitle}`, 5],
    [isAbout, 4],
    [hasAny(meantTags, text), 3],
  ]
  return [
    ...(meantTags.length > 0 ? about : []),
    [isInTitle, inTitle],
    ...(match === 'prefix' && meant.length > 0
      ? [[hasAny(meant.map(spaced), title), inTitle] as const]
      : []),
    [hasAny([` ${spaced(word)}`], title), beginsInTitle],
    [hasAny([` ${word}`], text), begins],
    [hasAny([...heard(begun.length > 0 ? begun : sounds), `${tagSign}${word}`], text), 2],
    ...(match === 'substring' && meant.length > 0 ? [[hasAny(meant, text), 2] as const] : []),
    [hasAny([word, ...heard(sounds)], text), 1],
  ]
}

const scoreOf = (rules: readonly Rule[]) =>
  sql<number>`case ${sql.join(
    rules.map(([where, score]) => sql`when ${where} then ${sql.lit(score)}`),
    sql` `,
  )} else 0 end`

/** Patterns of author names that the initials may mean: Norman Lewis for 'n lewis'. */
const namesOf = (terms: readonly Term[]): string[] =>
  terms.flatMap(({ word: initial }, at) => {
    if (!isInitial(at, terms) || isInitial(at - 1, terms)) return []
    const { word = '' } = terms.find((_, next) => next > at && !isInitial(next, terms)) ?? {}
    return /^\p{L}+$/u.test(word) ? [` ${initial}[^ ,;]* ([^ ,;]+ ){0,2}${word}[ ,;]`] : []
  })

/**
 * Whether a text has one of these words. The first condition checks only their beginnings: it is
 * cheaper, and excludes most rows.
 */
const hasWord = (words: readonly string[], where: Text): Sign => {
  const ends = words.flatMap((word) => [' ', ...wordEnds].map((end) => ` ${word}${end}`))
  return sql`(${hasAny(
    words.map((word) => ` ${word}`),
    where,
  )} and ${hasAny(ends, where)})`
}

/**
 * Whether a book is by the typed author. Two words can always be a name. A single word is a name if
 * more of the found books have it in the author than in the title, and it isn't a tag.
 */
function isByAuthor(terms: readonly Term[]): Sign {
  const isTag = terms.length === 1 && terms.some(({ tags }) => tags.length > 0)
  const names = isTag ? [] : terms.map(meantBy)
  if (names.length === 0) return sql`false`
  const isNamed = sql.join(
    names.map((name) => hasWord(name, author)),
    sql` and `,
  )
  if (names.length > 1) return sql`(${isNamed})`
  const foundIn = (where: Text) => sql`count(*) filter (where ${hasWord(names.flat(), where)})`
  return sql`(${isNamed} and (select ${foundIn(authorOfRow)} > ${foundIn(titleOfRow)} from found))`
}

/**
 * Returns phrases that may be the whole title: the meant words without fillers, with all fillers,
 * and with only the fillers after the first word.
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

/** 'alchemist' matches the whole title 'The Alchemist'. */
const articles = ['', 'the ', 'a ', 'an ']

/**
 * One step of match quality outweighs any price, because this is above the highest price in rupees.
 */
export const matchUnit = 100_001

/** A lateral join that adds a rank to a row of `books`, as `ranking.rank`. */
export type Ranking = Expression<unknown>
export const unranked: Ranking = sql`(select 0 as rank) as ranking`

/** Ranks rows of `books`. The word with the lowest score counts most. */
export function rankBy(
  terms: readonly Term[],
  { fillers, typed }: Pick<SearchTerms, 'fillers' | 'typed'>,
): Ranking {
  if (terms.length === 0) return unranked
  const phrases = phrasesOf(terms, typed)
  const scores = terms.map((term, at) =>
    scoreOf(isInitial(at, terms) ? rulesOfInitial(term) : rulesOf(term)),
  )
  const nameOf = (at: number) => sql.raw(`scores.of_${at}`)
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
  // 'upsc history' means study books, not 'The Steel Frame: A History of the IAS', so those rank
  // much higher.
  const studied = terms.some(({ tags }) => tags.some((tag) => examTags.has(tag))) ? 2000 : 150
  const named = countTrue(namesOf(terms).map((name) => sql`${author} ~ ${name}`))
  // The subqueries make PostgreSQL compute each value once.
  return sql`lateral (
    select ((greatest(least(${sql.join(names)}), by_author * 5) + (${title} = any(${arrayOf('text', titles)}))::integer)
        * 1000
      + by_author * 150 + ${isStudied} * ${sql.lit(studied)} + ${named} * 100
      + (${sql.join(names, sql` + `)}) * 8 + ${together} * 20)
      * ${sql.lit(matchUnit)} + greatest(0, ${sql.lit(matchUnit - 1)} - price / 100) as rank
    from ${parts}, lateral (
      select ${sql.join(scores.map((score, at) => sql`${score} as ${sql.raw(`of_${at}`)}`))},
        (${isByAuthor(terms)})::integer as by_author offset 0) as scores
  ) as ranking`
}
