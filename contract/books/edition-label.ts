// Finds the words that distinguish nearly identical titles (volume, part, class, edition), because
// cards cut long titles before these words.
import { truncate } from '#contract/common/truncate.ts'

const numbers = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const ordinals = [
  ...['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth'],
  ...['tenth', 'eleventh', 'twelfth', 'thirteenth', 'fourteenth', 'fifteenth', 'sixteenth'],
]
const kinds = [
  ...['revised', 'old', 'new', 'latest', 'updated', 'expanded', 'enlarged', 'abridged'],
  ...['unabridged', 'illustrated', 'international', 'global', 'indian', 'south asian'],
]

const suffixOf = (number: number) =>
  number % 100 >= 11 && number % 100 <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th')

/** Converts 'two' to '2' and 'ii' to 'II', and keeps '2'. */
const toNumber = (text: string) => {
  const at = numbers.indexOf(text.toLowerCase())
  return at < 0 ? text.replace(/\s*[-–]\s*/, '–').toUpperCase() : `${at + 1}`
}
const toOrdinal = (text: string) => {
  const at = ordinals.indexOf(text.toLowerCase())
  const number = at < 0 ? Number.parseInt(text, 10) : at + 1
  return `${number}${suffixOf(number)}`
}

const roman = '(?:x{0,2}(?:ix|iv|v?i{1,3}|v)|x{1,2})'
const number = `\\d{1,3}(?:\\s*[-–&]\\s*\\d{1,3})?|${roman}|${numbers.join('|')}`
const classNumber = `(?:1[0-2]|[1-9])(?:\\s*(?:[-–&]|to)\\s*(?:1[0-2]|[1-9]))?|${roman}(?:\\s*(?:[-–&]|and)\\s*${roman})?`
/** 'First class', 'second class' and 'third class' are left out, because they are idioms. */
const classOrdinal = `(?:1[0-2]|[1-9])(?:st|nd|rd|th)|${ordinals.slice(3, 12).join('|')}`

const start = '(?<![\\p{L}\\p{N}])'
const end = '(?![\\p{L}\\p{N}])'
const find = (pattern: string) => new RegExp(`${start}(?:${pattern})${end}`, 'iu')

type Sign = { pattern: RegExp; write: (found: string) => string }
/**
 * The kinds of words that distinguish editions, in display order. Of each kind, the first sign that
 * matches is shown.
 */
const signs: readonly (readonly Sign[])[] = [
  [
    {
      pattern: find(`vol(?:ume|\\.)?s?\\s*[-:]?\\s*(${number})`),
      write: (n) => `Vol. ${toNumber(n)}`,
    },
    { pattern: find('(?:खंड|खण्ड)\\s*[-:]?\\s*(\\p{N}{1,2})'), write: (n) => `खंड ${n}` },
  ],
  [
    { pattern: find(`part\\s*[-:]?\\s*(${number}|[abc])`), write: (n) => `Part ${toNumber(n)}` },
    { pattern: find('भाग\\s*[-:]?\\s*(\\p{N}{1,2})'), write: (n) => `भाग ${n}` },
    { pattern: find('book\\s*#?(\\d{1,2})'), write: (n) => `Book ${n}` },
  ],
  [
    {
      pattern: find(
        `(?:class(?:es)?|std\\.?|standard|grade)\\s*[-:]?\\s*(${classNumber})(?:st|nd|rd|th)?`,
      ),
      write: (n) =>
        `Class ${n
          .replace(/\s*(?:[-–]|to)\s*/, '–')
          .toUpperCase()
          .replace(' AND ', ' & ')}`,
    },
    {
      pattern: find(`(${classOrdinal})\\s+(?:class|std\\.?|standard|grade)`),
      write: (n) => `Class ${Number.parseInt(toOrdinal(n), 10)}`,
    },
    { pattern: find('कक्षा\\s*[-:]?\\s*(\\p{N}{1,2})'), write: (n) => `कक्षा ${n}` },
    { pattern: find('(XII|XI)'), write: (n) => `Class ${n.toUpperCase()}` },
  ],
  [
    {
      pattern: find(
        `(\\d{1,2}(?:st|nd|rd|th)|${ordinals.join('|')})\\s+(?:revised\\s+)?(?:edition|edn?\\.?)`,
      ),
      write: (n) => `${toOrdinal(n)} ed.`,
    },
    { pattern: find('(\\d{1,2})\\s?ed?\\.?'), write: (n) => `${toOrdinal(n)} ed.` },
    {
      pattern: find(`(${kinds.join('|')})\\s+(?:edition|edn?\\.?)`),
      write: (kind) => `${kind[0]?.toUpperCase()}${kind.slice(1)} ed.`,
    },
  ],
]

/** How many letters fit on the line below a card's title on a phone. */
const lineLength = 22

/**
 * If a card cuts a title after `max` letters, returns the distinguishing words that it cuts off:
 * 'Vol. 2 · Class XI · 3rd ed.'. Returns '' if there are none.
 */
export function editionLabel(title: string, max: number): string {
  const shown = truncate(title, max, '')
  if (shown === title) return ''
  const found = signs.flatMap((ofKind) => {
    for (const { pattern, write } of ofKind) {
      const match = pattern.exec(title)
      if (match) return match.index + match[0].length > shown.length ? [write(match[1] ?? '')] : []
    }
    return []
  })
  const line = found.join(' · ')
  return line.length > lineLength ? line.replace(/Class (?=[XVI\d])/, '') : line
}
