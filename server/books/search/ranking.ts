// In which order a search shows what it has found: books with all words in the title, then in title
// and author, then by their tags, then inside words, then with similar words. Equals by price.
import { type RawBuilder, sql } from 'kysely'
import { partSign } from '#contract/books/title-key.ts'
import type { TypedWord } from '#server/books/search/words/read-search.ts'
import { studyTag, tagSign } from '#server/books/search/words/tags.ts'
import type { Term } from '#server/books/search/words/vocabulary.ts'
import { withSpaces } from '#server/books/search/words/words.ts'
import { likePattern } from '#server/platform/database/database.ts'

type RankedWord = TypedWord & Partial<Pick<Term, 'sounds' | 'begun' | 'likeliest'>>

/** What a word counts, by where a book has it. */
const plainScores = {
  wholeInTitle: 5,
  inTitle: 4,
  inAuthor: 3,
  byTag: 2,
  insideWord: 1,
  similar: 0,
}
/** Of a word that means a subject, a class or an exam, books count that are about it. */
const taggedScores = {
  ...plainScores,
  byTitleTag: 4,
  byTag: 3,
  wholeInTitle: 3,
  inTitle: 2,
  inAuthor: 2,
}

type Text = RawBuilder<string>
const has = (text: string, where: Text) => sql<boolean>`position(${text} in ${where}) > 0`

const countTrue = (signs: RawBuilder<boolean>[]) =>
  sql<number>`(${sql.join([sql`0`, ...signs.map((sign) => sql`(${sign})::integer`)], sql` + `)})`

/** As an array, so that the statement is the same for any number of them. */
const hasAny = (texts: readonly string[], where: Text) =>
  sql<boolean>`${where} like any(${texts.map(likePattern)}::text[])`

/** Title, author and text begin and end with a space. */
type Parts = { title: Text; author: Text; text: Text; titleTags: Text }

function byTags({ word, tags }: RankedWord, { title, text, titleTags }: Parts) {
  const { byTitleTag, byTag } = taggedScores
  return tags.length === 0
    ? sql``
    : sql`when ${hasAny(tags, titleTags)}
        then ${sql.lit(byTitleTag)} + (${has(` ${word} `, title)})::integer
      when ${hasAny(tags, text)} then ${sql.lit(byTag)}`
}

/** A letter before a name: 'd h lawrence'. Nearly every title has a word that begins with it. */
const isInitial = (at: number, terms: readonly RankedWord[]): boolean =>
  /^\p{L}$/u.test(terms[at]?.word ?? '') &&
  terms[at]?.tags.length === 0 &&
  terms.slice(at + 1).some(({ word }) => word.length > 2)

/** Names of authors, as patterns, that may be meant by initials: Norman Lewis by 'n lewis'. */
const namesOf = (terms: readonly RankedWord[]): string[] =>
  terms.flatMap(({ word: initial }, at) => {
    if (!isInitial(at, terms) || isInitial(at - 1, terms)) return []
    const { word = '' } = terms.find((_, next) => next > at && !isInitial(next, terms)) ?? {}
    return /^\p{L}+$/u.test(word) ? [` ${initial}[^ ,;]* ([^ ,;]+ ){0,2}${word}`] : []
  })

/** 'c programming' is no name: C++ and C# begin with the letter in a title. */
const scoreOfInitial = (word: string, { title, author }: Parts) => sql<number>`case
    when ${has(` ${word} `, title)} then ${sql.lit(plainScores.wholeInTitle)}
    when ${hasAny([` ${word}+`, ` ${word}#`], title)} then ${sql.lit(plainScores.inTitle)}
    when ${has(` ${word}`, author)} then ${sql.lit(plainScores.inAuthor)}
    else ${sql.lit(plainScores.insideWord)} end`

function scoreOf(term: RankedWord, parts: Parts): RawBuilder<number> {
  const { word, tags, sounds = [], begun = [] } = term
  const { title, text } = parts
  const { wholeInTitle, inTitle, inAuthor, insideWord, similar } =
    tags.length > 0 ? taggedScores : plainScores
  const bySound = (heard: readonly string[], score: number) =>
    heard.length === 0
      ? sql``
      : sql`when ${hasAny(
          heard.map((sound) => ` ${sound}`),
          text,
        )} then ${sql.lit(score)}`
  return sql`case ${byTags(term, parts)}
    when ${has(` ${word} `, title)} then ${sql.lit(wholeInTitle)}
    when ${has(` ${word}`, title)} then ${sql.lit(inTitle)}
    when ${has(` ${word}`, text)} then ${sql.lit(inAuthor)}
    ${bySound(begun, plainScores.byTag)}
    ${bySound(begun.length > 0 ? [] : sounds, plainScores.byTag)}
    when ${has(`${tagSign}${word}`, text)} then ${sql.lit(plainScores.byTag)}
    when ${has(word, text)} then ${sql.lit(insideWord)}
    ${bySound(begun.length > 0 ? sounds : [], plainScores.insideWord)}
    else ${sql.lit(similar)} end`
}

/** Where a book has what a misspelt word meant most likely: up to three signs. */
function signsOfLikeliest({ likeliest = [] }: RankedWord, title: Text, text: Text) {
  if (likeliest.length === 0) return []
  const begun = likeliest.map((word) => ` ${word}`)
  const whole = begun.map((word) => `${word} `)
  return [hasAny(begun, text), hasAny(begun, title), hasAny(whole, title)]
}

/** Above what the dearest book costs, in rupees. */
const cheapness = 100_001

const partOf = (number: number) =>
  sql`split_part(search_text, ${` ${partSign}`}, ${sql.lit(number)})`

/**
 * The parts of a book's text, each between spaces: computed once for each row of `books`. In
 * 'Sapiens: A Brief History' the first word is a whole one.
 */
const rankedParts = sql`(
  select ' ' || ${withSpaces(partOf(1))} || ' ' as title, ${partOf(2)} || ' ' as author,
    ${partOf(3)} || ' ' as title_tags, ' ' || search_text || ' ' as whole offset 0) as parts`

/** What joins a row of `books` to its rank, as `ranking.rank`. */
export type Ranking = RawBuilder<unknown>
export const unranked: Ranking = sql`(select 0 as rank) as ranking`

/**
 * The ranks of rows of `books`. `fillers` were typed too, but aren't asked for. With `withSimilar`
 * some books only have words like those.
 */
export function rankBy(
  terms: readonly RankedWord[],
  fillers: readonly string[],
  withSimilar: boolean,
): Ranking {
  if (terms.length === 0) return unranked
  const phrase = terms.map(({ word }) => word).join(' ')
  const [title, author, text] = [
    sql<string>`parts.title`,
    sql<string>`parts.author`,
    sql<string>`parts.whole`,
  ]
  const titleTags = sql<string>`parts.title_tags`
  const parts = { title, author, text, titleTags }
  const scores = terms.map((term, index) => {
    const score = isInitial(index, terms) ? scoreOfInitial(term.word, parts) : scoreOf(term, parts)
    return {
      name: sql.ref(`scores.of_${index}`),
      column: sql`${score} as ${sql.ref(`of_${index}`)}`,
    }
  })
  const names = scores.map(({ name }) => name)
  const worst = sql`least(${sql.join(names)})`
  const total = sql`(${sql.join(names, sql` + `)})`
  const together = countTrue([
    has(` ${phrase}`, title),
    has(` ${phrase} `, title),
    sql`starts_with(${title}, ${` ${phrase} `})`,
    ...fillers.map((filler) => has(` ${filler} `, title)),
  ])
  const isTitle = sql`(${title} = ${` ${phrase} `})::integer`
  const isStudied = terms.some(({ tags }) => tags.length > 0)
    ? countTrue([has(studyTag, text)])
    : sql`0`
  const named = countTrue(namesOf(terms).map((name) => sql`${author} ~ ${name}`))
  const likeness = withSimilar
    ? sql`(greatest(word_similarity(${phrase}, ${title}),
        word_similarity(${phrase}, ${author})) * 100)::integer
        + ${countTrue(terms.flatMap((term) => signsOfLikeliest(term, title, text)))} * 40`
    : sql`0`
  // Apart from the sum, so that each is computed once.
  return sql`lateral (
    select ((${worst} + ${isTitle}) * 1000 + ${isStudied} * 150
      + ${named} * 100 + ${total} * 8 + ${together} * 20 + ${likeness}) * ${sql.lit(cheapness)}
      + greatest(0, ${sql.lit(cheapness - 1)} - price / 100) as rank
    from ${rankedParts}, lateral (select ${sql.join(scores.map(({ column }) => column))} offset 0) as scores
  ) as ranking`
}
