const letters = new Intl.Segmenter('en-IN')
/** Each of these characters is a letter of its own. */
const isPlain = (text: string) => /^[\x20-\x7e]*$/.test(text)

/** The first `max` letters as a reader counts them, followed by `end` if something was cut. */
export function truncate(text: string, max: number, end = '…'): string {
  // Most are short or plain, and there are hundreds on a page.
  if (text.length <= max) return text
  if (isPlain(text)) return `${text.slice(0, max)}${end}`
  let count = 0
  for (const { index } of letters.segment(text)) {
    if (count === max) return `${text.slice(0, index)}${end}`
    count += 1
  }
  return text
}
