import { useState } from 'react'
import { defaultBookCover, photoHash, photoInWidth, photoWidths } from '#contract/common/photos.ts'

type Props = {
  src: string | undefined
  alt?: string
  sizes: string
  className?: string
  eager?: boolean
  fallback?: string
}

/** A book's picture in a 2:3 box; the default cover replaces a missing or broken one. */
export function BookCover({
  src,
  alt = '',
  sizes,
  className = '',
  eager = false,
  fallback = defaultBookCover,
}: Props) {
  const [brokenSrc, setBrokenSrc] = useState<string>()
  const shownSrc = !src || src === brokenSrc ? fallback : src
  const isStoredPhoto = photoHash(shownSrc) !== undefined
  // A picture in the server-rendered page can fail before React listens for its error event.
  const checkFailed = (image: HTMLImageElement | null) => {
    if (image?.complete && image.naturalWidth === 0 && shownSrc !== fallback) setBrokenSrc(shownSrc)
  }
  return (
    <img
      ref={checkFailed}
      src={shownSrc}
      {...(isStoredPhoto && {
        srcSet: photoWidths.map((width) => `${photoInWidth(shownSrc, width)} ${width}w`).join(', '),
        sizes,
      })}
      alt={alt}
      width={480}
      height={720}
      loading={eager ? 'eager' : 'lazy'}
      {...(eager && { fetchPriority: 'high' as const })}
      decoding="async"
      onError={() => setBrokenSrc(shownSrc)}
      className={`aspect-[2/3] rounded-md bg-sunken object-cover ${className}`}
    />
  )
}
