import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { showFromTop } from '#web/ui/hooks/focus.ts'
import { LoadError } from '#web/ui/loading/load-error.tsx'

/** Replaces a book that was taken off the market while its page was open. */
export function NoLongerOffered({ title, text }: { title: string; text: string }) {
  return (
    <div ref={showFromTop} tabIndex={-1} className="flex flex-col gap-4 outline-none">
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
