import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { LoadError } from '#web/ui/loading/load-error.tsx'

/** In place of a book that was taken off the market while its page was open. */
export function NoLongerOffered({ title, text }: { title: string; text: string }) {
  const box = useRef<HTMLDivElement>(null)
  // The page was scrolled to a button that is gone.
  useEffect(() => {
    box.current?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [])
  return (
    <div ref={box} tabIndex={-1} className="flex flex-col gap-4 outline-none">
      <h1 className="wrap-anywhere font-semibold text-3xl leading-tight">{title}</h1>
      <LoadError text={`${text} It is no longer offered.`} />
      <Link
        to={`${paths.books}?${new URLSearchParams({ search: title })}`}
        className={buttonClass({ variant: 'plain' }, 'self-center')}
      >
        Look for other copies
      </Link>
    </div>
  )
}
