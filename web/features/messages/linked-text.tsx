import { LinkifyIt } from 'linkify-it'
import type { ReactNode } from 'react'

/** Finds only full http and https URLs: 'example.com' may be meant as a name. */
const linkify = new LinkifyIt({
  fuzzyLink: false,
  fuzzyEmail: false,
  fuzzyIP: false,
  urlAuth: true,
})
  .add('ftp:', null)
  .add('mailto:', null)
  .add('//', null)

export function withLinks(text: string): ReactNode[] {
  const parts: ReactNode[] = []
  let end = 0
  for (const { index, lastIndex, raw } of linkify.match(text) ?? []) {
    if (!URL.canParse(raw)) continue
    parts.push(
      text.slice(end, index),
      <a
        key={index}
        href={raw}
        target="_blank"
        rel="noreferrer noopener nofollow ugc"
        className="text-primary underline"
      >
        {raw}
      </a>,
    )
    end = lastIndex
  }
  return [...parts, text.slice(end)]
}
