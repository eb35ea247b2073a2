// The order of search results: first books with all words in the title or by the named author, then
// with words in title and author, then by tags, then inside words, then with similar words. Equal
// matches are ordered by price.
import { type RawBuilder, sql } from 'kysely'
import { partSign } from '#contract/books/title-key.ts'
import type { SearchTerms } from '#server/books/search/words/read-search.ts'
import { withSpaces } from '#server/books/search/words/search-text.ts'
import { examTags, studyTag, tagSign } from '#server/books/search/words/tags.ts'
import { meantBy, type Term, tagsOf } from '#server/books/search/words/terms.ts'
import { likePattern } from '#server/platform/database/database.ts'

const patterns = (texts: readonly string[]) => texts.map(likePattern)
/** Makes 'Class-12 Physics' equal to 'class 12 physics'. */
const spaced = (text: string) => text.replaceAll('-', ' ')

/**
 * Whether it is a single letter before a name: 'd h lawrence'. Many titles have a word that begins
 * with it, so that doesn't count.
 */
const isInitial = (at: number, terms: readonly Term[]): boolean =>
  /^\p{L}$/u.test(terms[at]?.word ?? '') &&
  terms[at]?.tags.length === 0 &&
  terms.slice(at + 1).some(({ word }) => word.length > 2)

/** What a book's text is compared with for one word. The names are columns in `scoresOfWords`. */
type Patterns = {
  /**
   * Whether the word has tags. Then books about the subject score more than those that only name
   * it.
   */
  has_tags?: boolean
  /** Tags of what the word means. */
  about?: string[]
  in_title: string[]
  begins_in_title: string[]
  /** The beginning of an author's name, for an initial. */
  begins_author?: string[]
  begins?: string[]
  /** Other spellings, and corrections of a misspelled word. */
  meant?: string[]
  inside: string[]
  author: string[]
  /** The most likely meaning of a misspelled word. */
  guess?: string[]
  guess_in_title?: string[]
  guess_is_in_title?: string[]
}

function patternsOf(term: Term): Patterns {
  const { word, tags, sounds, begun, match, bestGuess } = term
  const meant = meantBy(term)
  const others = meant.flatMap((one) => (one === word ? [] : ` ${one} `))
  const begin = (words: readonly string[]) => words.map((one) => ` ${one}`)
  const guess = bestGuess.length === 0 ? [] : begin(sounds.length > 0 ? sounds : bestGuess)
  const heard = [...begin(begun.length > 0 ? begun : sounds), `${tagSign}${word}`]
  return {
    has_tags: tags.length > 0,
    about: patterns(tagsOf(term)),
    in_title: patterns([` ${word} `, ...(match === 'prefix' ? others : [])].map(spaced)),
    begins_in_title: patterns([` ${spaced(word)}`]),
    begins: patterns([` ${word}`]),
    meant: patterns([...heard, ...(match === 'substring' ? others : [])]),
    inside: patterns([word, ...begin(sounds)]),
    author: patterns(meant.map((one) => ` ${one} `)),
    guess: patterns(guess),
    guess_in_title: patterns(guess.map(spaced)),
    guess_is_in_title: patterns(guess.map((one) => `${spaced(one)} `)),
  }
}

/** 'c programming' has no initial: titles begin C++ and C# with the letter. */
const patternsOfInitial = ({ word }: Term): Patterns => ({
  in_title: patterns([` ${word} `]),
  begins_in_title: patterns([` ${word}+`, ` ${word}#`]),
  begins_author: patterns([` ${word}`]),
  inside: ['%'],
  author: patterns([` ${word} `]),
})

const partOf = (number: number) =>
  sql`split_part(search_text, ${sql.lit(` ${partSign}`)}, ${sql.lit(number)})`
const authorOfRow = sql`(${withSpaces(partOf(2))} || ' ')`
const titleOfRow = sql`(' ' || ${withSpaces(partOf(1))} || ' ')`
/** The parts of a book's text, each between spaces. `offset 0` computes them once for each row. */
const parts = sql`(select translate(${titleOfRow}, '-', ' ') as title, ${authorOfRow} as author,
  ${partOf(2)} || ' ' as names, ${partOf(3)} || ' ' as tags, ' ' || search_text || ' ' as whole
  offset 0) as parts`

/**
 * The lowest and the total score of the words in a book, whether all are in the author's name, and
 * how well it fits the most likely meaning of misspelled words.
 */
const scoresOfWords = (words: readonly Patterns[]) => sql`(
  select min(score) as lowest, sum(score) as total, bool_and(is_in_author) as is_in_author,
    sum(guessed) as guessed
  from (
    select case
        when parts.tags like any(about) and title like any(in_title) then 5
        when parts.tags like any(about) then 4
        when whole like any(about) then 3
        when title like any(in_title) then case when has_tags then 3 else 5 end
        when title like any(begins_in_title) then case when has_tags then 2 else 4 end
        when parts.author like any(begins_author) then 3
        when whole like any(begins) then case when has_tags then 2 else 3 end
        when whole like any(meant) then 2
        when whole like any(inside) then 1
        else 0
      end as score,
      parts.author like any(words.author) as is_in_author,
      coalesce((whole like any(guess))::integer + (title like any(guess_in_title))::integer
        + (title like any(guess_is_in_title))::integer, 0) as guessed
    from jsonb_to_recordset(${JSON.stringify(words)}::jsonb) as words (has_tags boolean, about text[],
      in_title text[], begins_in_title text[], begins_author text[], begins text[], meant text[],
      inside text[], author text[], guess text[], guess_in_title text[], guess_is_in_title text[])
    offset 0) as scored
  offset 0) as scores`

/** Patterns of author names that the initials may mean: Norman Lewis for 'n lewis'. */
const namesOf = (terms: readonly Term[]): string[] =>
  terms.flatMap(({ word: initial }, at) => {
    if (!isInitial(at, terms) || isInitial(at - 1, terms)) return []
    const { word = '' } = terms.find((_, next) => next > at && !isInitial(next, terms)) ?? {}
    return /^\p{L}+$/u.test(word) ? [` ${initial}[^ ,;]* ([^ ,;]+ ){0,2}${word}`] : []
  })

/**
 * Whether a book is by the typed author. Two words can always be a name. A single word is a name if
 * more of the found books have it in the author than in the title, and it isn't a tag.
 */
function isByAuthor(terms: readonly Term[], names: readonly string[]): RawBuilder<unknown> {
  const [one] = terms
  if (!one || terms.length > 1)
    return sql`is_in_author or parts.names ~ any(${names.map((name) => `${name}[ ,;]`)}::text[])`
  if (one.tags.length > 0) return sql`false`
  const own = sql`${patternsOf(one).author}::text[]`
  return sql`is_in_author and (select count(*) filter (where ${authorOfRow} like any(${own}))
    > count(*) filter (where ${titleOfRow} like any(${own})) from found)`
}

/** Whether the longest word is in the name of the first author, because anthologies have many. */
function isOfFirstAuthor(terms: readonly Term[]): RawBuilder<unknown> {
  const words = terms.flatMap(meantBy).toSorted((one, other) => other.length - one.length)
  return sql`position(${` ${words[0]}`} in names) < least(
    nullif(position(',' in names), 0), nullif(position(';' in names), 0), 1000)`
}

/**
 * Returns phrases that may be the whole title: the meant words without fillers, with them, and
 * without fillers before the first word.
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
export type Ranking = RawBuilder<unknown>
export const unranked: Ranking = sql`(select 0 as rank) as ranking`

/**
 * Ranks rows of `books`. The lowest score of a word counts most. All texts are parameters, so that
 * searches share few statements: PostgreSQL plans each only once.
 */
export function rankBy(
  terms: readonly Term[],
  { fillers, typed }: Pick<SearchTerms, 'fillers' | 'typed'>,
): Ranking {
  if (terms.length === 0) return unranked
  const phrases = phrasesOf(terms, typed)
  const titles = articles.flatMap((article) => phrases.map((words) => ` ${article}${words} `))
  const together = phrases.flatMap((words) => {
    const [begun, whole = ''] = patterns([` ${words}`, ` ${words} `])
    return [begun, whole, whole.slice(1)]
  })
  const besides = patterns(fillers.map((filler) => ` ${spaced(filler)} `))
  const names = namesOf(terms)
  // 'upsc history' means study books, not 'The Steel Frame: A History of the IAS'.
  const hasExam = terms.some(({ tags }) => tags.some((tag) => examTags.has(tag)))
  const studied = hasExam ? 2000 : terms.some((term) => tagsOf(term).length > 0) ? 150 : 0
  const words = terms.map((term, at) =>
    isInitial(at, terms) ? patternsOfInitial(term) : patternsOf(term),
  )
  return sql`lateral (
    select (((greatest(lowest, by_author * 5) + (title = any(${titles}::text[]))::integer) * 1000
        + by_author * (150 + 10 * (${isOfFirstAuthor(terms)})::integer)
        + (position(${sql.lit(studyTag)} in whole) > 0)::integer * ${studied}::integer
        + (select count(*) from unnest(${names}::text[]) as name where names ~ name) * 100
        + (select count(*) from unnest(${[...together, ...besides]}::text[]) as phrase
          where title like phrase) * 20
        + total * 8 + guessed * 40) * ${sql.lit(matchUnit)}
      + greatest(0, ${sql.lit(matchUnit - 1)} - price / 100))::integer as rank
    from ${parts}, lateral ${scoresOfWords(words)},
      lateral (select (${isByAuthor(terms, names)})::integer as by_author offset 0) as named
  ) as ranking`
}
