import { once } from './once.ts'

const letters = once(() => new Intl.Segmenter('en-IN'))
/** Each of these characters is a letter of its own. */
const isPlain = (text: string) => /^[\x20-\x7e]*$/.test(text)

/** The first `max` letters as a reader counts them. */
function firstLetters(text: string, max: number): string {
  // Most are short or plain, and there are hundreds on a page.
  if (text.length <= max) return text
  if (isPlain(text)) return text.slice(0, max)
  let count = 0
  for (const { index } of letters().segment(text)) {
    if (count === max) return text.slice(0, index)
    count += 1
  }
  return text
}

/** The first `max` letters, followed by `end` if something was cut. */
export function truncate(text: string, max: number, end = '…'): string {
  const first = firstLetters(text, max)
  return first === text ? text : `${first.trimEnd()}${end}`
}

/** As the specification writes it: after exactly `max` letters, a space too, three dots. */
export function truncateWithDots(text: string, max: number): string {
  const first = firstLetters(text, max)
  return first === text ? text : `${first}...`
}
