import { useState } from 'react'
import { defaultBookCover, photoHash, photoInWidth, photoWidths } from '#contract/photos.ts'

type Props = {
  src: string | undefined
  alt?: string
  sizes: string
  className?: string
  eager?: boolean
  fallback?: string
}

/** A book's picture in a box of 2:3 that keeps its place; a missing or broken one gives way to the default. */
export function BookCover({
  src,
  alt = '',
  sizes,
  className = '',
  eager = false,
  fallback = defaultBookCover,
}: Props) {
  const [broken, setBroken] = useState<string>()
  const shown = !src || src === broken ? fallback : src
  const stored = photoHash(shown) !== undefined
  // A picture of the server's page can fail before anyone listens.
  const look = (image: HTMLImageElement | null) => {
    if (image?.complete && image.naturalWidth === 0 && shown !== fallback) setBroken(shown)
  }
  return (
    <img
      ref={look}
      src={shown}
      {...(stored && {
        srcSet: photoWidths.map((width) => `${photoInWidth(shown, width)} ${width}w`).join(', '),
        sizes,
      })}
      alt={alt}
      width={480}
      height={720}
      loading={eager ? 'eager' : 'lazy'}
      {...(eager && { fetchPriority: 'high' as const })}
      decoding="async"
      onError={() => setBroken(shown)}
      className={`aspect-[2/3] rounded-md bg-sunken object-cover ${className}`}
    />
  )
}
