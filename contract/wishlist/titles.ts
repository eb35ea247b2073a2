import { z } from 'zod'
import { Isbn } from '#contract/books/book-forms.ts'
import { ConditionInput } from '#contract/books/conditions.ts'
import { endpoint, sides } from '#contract/common/endpoint.ts'
import { maxLength } from '#contract/common/limits.ts'
import { blankAsAbsent, Search, singleLine } from '#contract/common/schemas.ts'

export const KnownTitle = z.object({
  title: z.string(),
  author: z.string(),
  isbn: z.string().optional(),
  branch: z.string().optional(),
})
export type KnownTitle = z.output<typeof KnownTitle>

/** Shorter texts match too many titles. */
export const minTypedLetters = 2

/**
 * The input is `typed` and not `search`, because a GET with `search` counts as expensive, and this
 * one is sent with nearly every keystroke.
 */
export const suggestTitles = endpoint({
  method: 'GET',
  path: '/wants/titles',
  summary:
    'Suggests a few titles that contain the typed text, those on the market first. The response is the same for everybody.',
  access: sides,
  input: z.object({ typed: Search }),
  response: z.object({ titles: z.array(KnownTitle) }),
})

export const TitleSet = z.object({
  /** For example '11-pcm'. */
  key: z.string(),
  /** For example 'Class XI science (PCM), CBSE'. */
  name: z.string(),
  titles: z.array(KnownTitle),
})
export type TitleSet = z.output<typeof TitleSet>

export const listTitleSets = endpoint({
  method: 'GET',
  path: '/wants/sets',
  summary: 'Lists the titles that each class needs, so that a person can want several at once.',
  access: sides,
  input: z.object({}),
  response: z.object({ sets: z.array(TitleSet) }),
})

/** If a condition is given, people who accept only better copies aren't counted. */
export const countWanted = endpoint({
  method: 'GET',
  path: '/wants/count',
  summary:
    'Counts the other people who want a title. The count ignores blocks and distances, so that it reveals nothing about anybody.',
  access: sides,
  input: z.object({
    title: blankAsAbsent(singleLine('Title', maxLength.title)),
    author: blankAsAbsent(singleLine('Author', maxLength.author)),
    isbn: blankAsAbsent(Isbn),
    condition: blankAsAbsent(ConditionInput),
  }),
  response: z.object({ people: z.number() }),
  reads: ['wants'],
})
