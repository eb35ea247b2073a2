import { ZoomIn } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { BookCover } from '#web/features/books/book-cover.tsx'
import { lazyPart } from '#web/ui/loading/lazy-part.ts'

const PhotoViewer = lazyPart(() =>
  import('./photo-viewer.tsx').then((module) => module.PhotoViewer),
)

type Props = {
  images: string[]
  title: string
  /** Shown in a corner of the picture. */
  children?: ReactNode
}

export function Gallery({ images, title, children }: Props) {
  const [chosenIndex, setChosenIndex] = useState(0)
  const [isEnlarged, setEnlarged] = useState(false)
  const shownIndex = Math.min(chosenIndex, Math.max(0, images.length - 1))
  const shown = (
    <BookCover
      src={images[shownIndex]}
      alt={shownIndex === 0 ? `Cover of ${title}` : `Picture ${shownIndex + 1} of ${title}`}
      sizes="(min-width: 768px) 400px, 160px"
      eager
      className="w-full border border-border"
    />
  )
  return (
    <div className="flex justify-center gap-2 md:flex-col md:justify-start md:gap-3">
      <div className="relative w-40 md:w-full">
        {images.length === 0 ? (
          shown
        ) : (
          <button
            type="button"
            className="relative block w-full cursor-zoom-in rounded-md"
            onClick={() => setEnlarged(true)}
          >
            {shown}
            <span className="sr-only">, enlarge</span>
            <span
              className="absolute right-2 bottom-2 rounded-full bg-surface p-2 text-foreground
                shadow-raised"
            >
              <ZoomIn />
            </span>
          </button>
        )}
        {children}
      </div>
      {images.length > 1 && (
        <ul className="grid grid-flow-col grid-rows-3 content-start gap-1 md:flex md:flex-wrap md:gap-2">
          {images.map((image, index) => (
            <li key={image}>
              <button
                type="button"
                aria-label={`Show picture ${index + 1} of ${images.length}`}
                aria-pressed={index === shownIndex}
                onClick={() => setChosenIndex(index)}
                className="block rounded-md border-2 border-transparent p-0.5
                  aria-pressed:border-primary"
              >
                <BookCover src={image} sizes="56px" className="w-11 md:w-14" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {isEnlarged && (
        <Suspense>
          <PhotoViewer
            images={images}
            title={title}
            index={shownIndex}
            onView={setChosenIndex}
            onClose={() => setEnlarged(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
