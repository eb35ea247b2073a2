import { listReviews } from '#contract/books/reviews.ts'
import { useRead } from '#web/api/hooks.ts'
import { Rating } from '#web/features/books/rating.tsx'
import { DayOf } from '#web/time.tsx'

export function Reviews({ bookId }: { bookId: string }) {
  const reviews = useRead(listReviews, { id: bookId })
  if (!reviews.data?.length) return null
  return (
    <section aria-labelledby="reviews" className="flex flex-col gap-4">
      <h2 id="reviews" className="font-semibold text-2xl">
        Reviews
      </h2>
      <ul className="grid gap-4 md:grid-cols-2">
        {reviews.data.map(({ stars, review, name, at }) => (
          <li
            key={`${at}${review}`}
            className="wrap-anywhere flex flex-col gap-2 rounded-box border border-border
              bg-surface p-4"
          >
            <p className="flex items-center justify-between gap-4 text-sm">
              <span className="flex items-center gap-3">
                <Rating of={{ average: stars }} />
                {name || 'A reader'}
              </span>
              <DayOf at={at} className="text-muted" />
            </p>
            <p className="whitespace-pre-line">{review}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
