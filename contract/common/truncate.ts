import { lazy } from './lazy.ts'

const letters = lazy(() => new Intl.Segmenter('en-IN'))
/** Whether the text is printable ASCII, so that each character is one visible letter. */
const isPlain = (text: string) => /^[\x20-\x7e]*$/.test(text)

/** Returns the first `max` letters as a reader counts them. */
function firstLetters(text: string, max: number): string {
  // Avoids the slow segmenter for most texts: a page has hundreds of short or plain ones.
  if (text.length <= max) return text
  if (isPlain(text)) return text.slice(0, max)
  let count = 0
  for (const { index } of letters().segment(text)) {
    if (count === max) return text.slice(0, index)
    count += 1
  }
  return text
}

/** Returns the first `max` letters, followed by `end` if something was cut. */
export function truncate(text: string, max: number, end = '…'): string {
  const first = firstLetters(text, max)
  return first === text ? text : `${first.trimEnd()}${end}`
}

/**
 * Cuts as the specification says: exactly `max` letters, including a trailing space, then three
 * dots.
 */
export function truncateWithDots(text: string, max: number): string {
  const first = firstLetters(text, max)
  return first === text ? text : `${first}...`
}
