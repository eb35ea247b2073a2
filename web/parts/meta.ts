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

/** Title, description, canonical address and Open Graph card of a page. */
export function pageMeta({ title, description, origin, path, image, kind = 'website', index = true }: About): MetaDescriptor[] {
  const url = origin === undefined ? undefined : `${origin}${path}`
  const picture = origin === undefined || image === undefined ? undefined : `${origin}${image}`
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
    ...(picture === undefined ? [] : [{ property: 'og:image', content: picture }]),
    ...(index ? [] : [{ name: 'robots', content: 'noindex' }]),
  ]
}
