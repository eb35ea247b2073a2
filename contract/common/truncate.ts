const letters = new Intl.Segmenter('en-IN')

/** The first `max` letters as a reader counts them, followed by `end` if something was cut. */
export function truncate(text: string, max: number, end = '…'): string {
  // Most are short, and there are hundreds on a page.
  if (text.length <= max) return text
  let count = 0
  for (const { index } of letters.segment(text)) {
    if (count === max) return `${text.slice(0, index).trimEnd()}${end}`
    count += 1
  }
  return text
}
