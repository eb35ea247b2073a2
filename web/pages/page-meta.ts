import type { MetaDescriptor } from 'react-router'

/** The `matches` of a page's meta function. The first one is the root. */
export type Matches = readonly [{ loaderData: { origin: string } | undefined }, ...unknown[]]

/** Returns the origin for absolute URLs in links and previews. */
export const originOf = ([root]: Matches): string | undefined => root.loaderData?.origin

type PageMeta = {
  title: string
  description: string
  matches: Matches
  path: string
  image?: string | undefined
  kind?: string
  isIndexed?: boolean
}

/** The preview picture of pages that have none of their own. */
const defaultImage = {
  path: '/preview.png',
  width: 1200,
  height: 630,
  alt: 'Dobara: the best recycle is book recycle.',
} as const

/** Returns the tags of the preview picture. Its URL must be absolute. */
function imageMeta(origin: string, image: string | undefined): MetaDescriptor[] {
  const url = `${origin}${image ?? defaultImage.path}`
  return [
    { property: 'og:image', content: url },
    ...(image === undefined
      ? [
          { property: 'og:image:width', content: String(defaultImage.width) },
          { property: 'og:image:height', content: String(defaultImage.height) },
          { property: 'og:image:alt', content: defaultImage.alt },
        ]
      : []),
    // A wide card would cut the top and bottom of a book's cover.
    { name: 'twitter:card', content: image === undefined ? 'summary_large_image' : 'summary' },
  ]
}

export function pageMeta({
  title,
  description,
  matches,
  path,
  image,
  kind = 'website',
  isIndexed = true,
}: PageMeta): MetaDescriptor[] {
  const origin = originOf(matches)
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
    ...(origin === undefined ? [] : imageMeta(origin, image)),
    ...(isIndexed ? [] : [{ name: 'robots', content: 'noindex' }]),
  ]
}

/** The tags of a page that only logged-in people see. */
export const privateMeta = (title: string) => (): MetaDescriptor[] => [
  { title: `${title} · Dobara` },
  { name: 'robots', content: 'noindex' },
]
