import { useState } from 'react'
import { BookCover } from './book-cover.tsx'

export function Gallery({ images, title }: { images: string[]; title: string }) {
  const [chosenIndex, setChosenIndex] = useState(0)
  const shownIndex = Math.min(chosenIndex, Math.max(0, images.length - 1))
  return (
    <div className="flex flex-col gap-3">
      <BookCover
        src={images[shownIndex]}
        alt={shownIndex === 0 ? `Cover of ${title}` : `Picture ${shownIndex + 1} of ${title}`}
        sizes="(min-width: 768px) 400px, 92vw"
        eager
        className="mx-auto w-full max-w-56 border border-border md:max-w-none"
      />
      {images.length > 1 && (
        <ul className="flex flex-wrap justify-center gap-2 md:justify-start">
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
                <BookCover src={image} sizes="64px" className="w-14" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
