// In which order a search shows what it has found: books with all words in the title or by the author
// who was named, then in title and author, then by their tags, then inside words, then with similar
// words. Equals by price.
import { type RawBuilder, sql } from 'kysely'
import { partSign } from '#contract/books/title-key.ts'
import type { SearchTerms } from '#server/books/search/words/read-search.ts'
import { examTags, studyTag, tagSign } from '#server/books/search/words/tags.ts'
import { withSpaces, wordEnds } from '#server/books/search/words/words.ts'
import { likePattern } from '#server/platform/database/database.ts'
import { isInitial, namesOf, phrasesOf, wordsOfName } from './ranked-words.ts'
import { type LookedUpWord, meantBy, tagsOf } from './words/meant.ts'

/** What a word counts, by where a book has it. */
const plainScores = {
  wholeInTitle: 5,
  inTitle: 4,
  inAuthor: 3,
  byTag: 2,
  insideWord: 1,
  /** What a word means most likely that no word begins with. */
  likeliest: 2,
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

export type Text = RawBuilder<string>
export const has = (text: string, where: Text) => sql<boolean>`position(${text} in ${where}) > 0`

const countTrue = (signs: RawBuilder<boolean>[]) =>
  sql<number>`(${sql.join([sql`0`, ...signs.map((sign) => sql`(${sign})::integer`)], sql` + `)})`

/** As an array, so that the statement is the same for any number of them. */
const hasAny = (texts: readonly string[], where: Text) =>
  sql<boolean>`${where} like any(${texts.map(likePattern)}::text[])`

/** Each begins and ends with a space. */
type Parts = { title: Text; author: Text; text: Text; titleTags: Text }

function byTags(term: LookedUpWord, { title, text, titleTags }: Parts) {
  const { word } = term
  const tags = tagsOf(term)
  const { byTitleTag, byTag } = taggedScores
  return tags.length === 0
    ? sql``
    : sql`when ${hasAny(tags, titleTags)}
        then ${sql.lit(byTitleTag)} + (${has(` ${spaced(word)} `, title)})::integer
      when ${hasAny(tags, text)} then ${sql.lit(byTag)}`
}

/** 'c programming' is no name: C++ and C# begin with the letter in a title. */
const scoreOfInitial = (word: string, { title, author }: Parts) => sql<number>`case
    when ${has(` ${word} `, title)} then ${sql.lit(plainScores.wholeInTitle)}
    when ${hasAny([` ${word}+`, ` ${word}#`], title)} then ${sql.lit(plainScores.inTitle)}
    when ${has(` ${word}`, author)} then ${sql.lit(plainScores.inAuthor)}
    else ${sql.lit(plainScores.insideWord)} end`

function scoreOf(term: LookedUpWord, parts: Parts): RawBuilder<number> {
  const { word, tags, sounds = [], begun = [], place = 'whole' } = term
  const { title, text } = parts
  const inTitleAs = spaced(word)
  const { wholeInTitle, inTitle, inAuthor, insideWord, similar } =
    tags.length > 0 ? taggedScores : plainScores
  const byAny = (texts: readonly string[], score: number, where = text) =>
    texts.length === 0 ? sql`` : sql`when ${hasAny(texts, where)} then ${sql.lit(score)}`
  const bySound = (heard: readonly string[], score: number) =>
    byAny(
      heard.map((sound) => ` ${sound}`),
      score,
    )
  const meant = meantBy(term).flatMap((one) => (one === word ? [] : ` ${one} `))
  return sql`case ${byTags(term, parts)}
    when ${has(` ${inTitleAs} `, title)} then ${sql.lit(wholeInTitle)}
    ${byAny(place === 'beginning' ? meant.map(spaced) : [], wholeInTitle, title)}
    when ${has(` ${inTitleAs}`, title)} then ${sql.lit(inTitle)}
    when ${has(` ${word}`, text)} then ${sql.lit(inAuthor)}
    ${bySound(begun, plainScores.byTag)}
    ${bySound(begun.length > 0 ? [] : sounds, plainScores.byTag)}
    when ${has(`${tagSign}${word}`, text)} then ${sql.lit(plainScores.byTag)}
    ${byAny(place === 'inside' ? meant : [], plainScores.likeliest)}
    when ${has(word, text)} then ${sql.lit(insideWord)}
    ${bySound(begun.length > 0 ? sounds : [], plainScores.insideWord)}
    else ${sql.lit(similar)} end`
}

/** Where a book has what a misspelt word meant most likely: up to three signs. */
function signsOfLikeliest({ likeliest = [], sounds = [] }: LookedUpWord, title: Text, text: Text) {
  if (likeliest.length === 0) return []
  const begun = (sounds.length > 0 ? sounds : likeliest).map((word) => ` ${word}`)
  const whole = begun.map((word) => `${word} `)
  return [hasAny(begun, text), hasAny(begun.map(spaced), title), hasAny(whole.map(spaced), title)]
}

/** What a rank adds up: first of all the worst place of a word. */
const weights = {
  place: 1000,
  author: 150,
  /** An anthology has many. */
  firstAuthor: 10,
  studied: 150,
  /** 'upsc history' is asked for to pass, not for 'The Steel Frame: A History of the IAS'. */
  studiedForExam: 2000,
  initials: 100,
  word: 8,
  together: 20,
  likeliest: 40,
}

/** 'alchemist' is the whole title of 'The Alchemist'. */
const articles = ['', 'the ', 'a ', 'an ']

/** One step of match quality outweighs any price: this is more than the highest one in rupees. */
export const matchUnit = 100_001

export const partOf = (number: number) =>
  sql<string>`split_part(search_text, ${` ${partSign}`}, ${sql.lit(number)})`

/** So that 'Class-12 Physics' equals 'class 12 physics'. */
const spaced = (text: string) => text.replaceAll('-', ' ')

const titleOfRow = sql<string>`(' ' || ${partOf(1)} || ' ')`
const authorOfRow = sql<string>`(${partOf(2)} || ' ')`

/**
 * The parts of a book's text, each between spaces: computed once for each row of `books`. In
 * 'Sapiens: A Brief History' the first word is a whole one.
 */
const rankedParts = sql`(
  select translate(${withSpaces(titleOfRow)}, '-', ' ') as title, ${authorOfRow} as author,
    ${partOf(3)} || ' ' as title_tags, ' ' || search_text || ' ' as whole offset 0) as parts`

/** Most rows are passed over by the beginning of the word, which costs less. */
const hasWord = (words: readonly string[], where: Text) =>
  sql`(${sql.join(
    words.map(
      (word) =>
        sql`(${has(` ${word}`, where)} and ${hasAny(
          [' ', ...wordEnds].map((end) => ` ${word}${end}`),
          where,
        )})`,
    ),
    sql` or `,
  )})`

/**
 * Whether a book is by the author who was typed: two words of a name are meant as one. One word is,
 * where more of the books that were found have it in the author's name than in the title.
 */
function isByAuthor(terms: readonly LookedUpWord[], { author }: Parts): RawBuilder<boolean> {
  const words = wordsOfName(terms)
  if (words.length === 0) return sql`false`
  const isNamed = sql.join(
    words.map((one) => hasWord(one, author)),
    sql` and `,
  )
  const byInitials = namesOf(terms).map((name) => sql`${author} ~ ${`${name}[ ,;]`}`)
  if (words.length > 1) return sql`(${sql.join([isNamed, ...byInitials], sql` or `)})`
  const foundIn = (where: Text) => sql`count(*) filter (where ${hasWord(words.flat(), where)})`
  return sql`(${isNamed} and (select ${foundIn(authorOfRow)} > ${foundIn(titleOfRow)} from found))`
}

/** Whether the longest word is a name of the first author. */
function isOfFirstAuthor(terms: readonly LookedUpWord[], author: Text): RawBuilder<boolean> {
  const words = terms.flatMap(meantBy).toSorted((one, other) => other.length - one.length)
  return sql`position(${` ${words[0]}`} in ${author}) < least(
    nullif(position(',' in ${author}), 0), nullif(position(';' in ${author}), 0), 1000)`
}

/** What joins a row of `books` to its rank, as `ranking.rank`. */
export type Ranking = RawBuilder<unknown>
export const unranked: Ranking = sql`(select 0 as rank) as ranking`

/**
 * The ranks of rows of `books`. Fillers were typed too, but aren't asked for. With `withSimilar`
 * some books only have words like those.
 */
export function rankBy(
  terms: readonly LookedUpWord[],
  { fillers, typed }: Pick<SearchTerms, 'fillers' | 'typed'>,
  withSimilar: boolean,
): Ranking {
  if (terms.length === 0) return unranked
  const phrases = phrasesOf(terms, typed).map(spaced)
  const [phrase = ''] = phrases
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
    ...phrases.flatMap((words) => [
      has(` ${words}`, title),
      has(` ${words} `, title),
      sql<boolean>`starts_with(${title}, ${` ${words} `})`,
    ]),
    ...fillers.map((filler) => has(` ${spaced(filler)} `, title)),
  ])
  const titles = articles.flatMap((article) => phrases.map((words) => ` ${article}${words} `))
  const isTitle = sql`(${title} = any(${titles}::text[]))::integer`
  const isForExam = terms.some(({ tags }) => tags.some((tag) => examTags.has(tag)))
  const studied = isForExam ? weights.studiedForExam : weights.studied
  const isStudied = terms.some((term) => tagsOf(term).length > 0)
    ? countTrue([has(studyTag, text)])
    : sql`0`
  const named = countTrue(namesOf(terms).map((name) => sql`${author} ~ ${name}`))
  const byAuthor = sql`scores.by_author`
  const byFirst = sql`(${byAuthor} * (${isOfFirstAuthor(terms, author)})::integer)`
  const likeness = withSimilar
    ? sql`(greatest(word_similarity(${phrase}, ${title}),
        word_similarity(${phrase}, ${author})) * 100)::integer
        + ${countTrue(terms.flatMap((term) => signsOfLikeliest(term, title, text)))} * ${sql.lit(weights.likeliest)}`
    : sql`0`
  // Apart from the sum, so that each is computed once.
  return sql`lateral (
    select ((greatest(${worst}, ${byAuthor} * ${sql.lit(plainScores.wholeInTitle)}) + ${isTitle})
        * ${sql.lit(weights.place)}
      + ${byAuthor} * ${sql.lit(weights.author)} + ${byFirst} * ${sql.lit(weights.firstAuthor)}
      + ${isStudied} * ${sql.lit(studied)} + ${named} * ${sql.lit(weights.initials)}
      + ${total} * ${sql.lit(weights.word)} + ${together} * ${sql.lit(weights.together)}
      + ${likeness}) * ${sql.lit(matchUnit)}
      + greatest(0, ${sql.lit(matchUnit - 1)} - price / 100) as rank
    from ${rankedParts}, lateral (
      select ${sql.join(scores.map(({ column }) => column))},
        (${isByAuthor(terms, parts)})::integer as by_author offset 0) as scores
  ) as ranking`
}
