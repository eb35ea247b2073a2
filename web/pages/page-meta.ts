// What search engines and link previews read of a page.
import type { MetaDescriptor } from 'react-router'

type About = {
  title: string
  description: string
  origin: string | undefined
  path: string
  image?: string | undefined
  kind?: string
  index?: boolean
}

/** What stands beside the link of a page that has no picture of its own; scripts/pictures.ts draws it. */
const shared = {
  path: '/preview.png',
  width: 1200,
  height: 630,
  words: 'Dobara: the best recycle is book recycle.',
} as const

/** A page's picture in a link preview, by its whole address: previews follow no relative one. */
function pictureMeta(origin: string, image: string | undefined): MetaDescriptor[] {
  const picture = `${origin}${image ?? shared.path}`
  return [
    { property: 'og:image', content: picture },
    ...(image === undefined
      ? [
          { property: 'og:image:width', content: String(shared.width) },
          { property: 'og:image:height', content: String(shared.height) },
          { property: 'og:image:alt', content: shared.words },
        ]
      : []),
    // A book's cover stands upright: it would lose its top and its foot in a wide card.
    { name: 'twitter:card', content: image === undefined ? 'summary_large_image' : 'summary' },
  ]
}

/** Title, description, canonical address and Open Graph card of a page. */
export function pageMeta({
  title,
  description,
  origin,
  path,
  image,
  kind = 'website',
  index = true,
}: About): MetaDescriptor[] {
  const url = origin === undefined ? undefined : `${origin}${path}`
  return [
    { title },
    { name: 'description', content: description },
    { property: 'og:site_name', content: 'Dobara' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:type', content: kind },
    { property: 'og:locale', content: 'en_IN' },
    ...(url === undefined
      ? []
      : [
          { tagName: 'link', rel: 'canonical', href: url },
          { property: 'og:url', content: url },
        ]),
    ...(origin === undefined ? [] : pictureMeta(origin, image)),
    ...(index ? [] : [{ name: 'robots', content: 'noindex' }]),
  ]
}
