import { Link } from 'react-router'
import type { ResponseOf } from '#contract/common/endpoint.ts'
import type { listWants } from '#contract/wishlist/wants.ts'
import { paths } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'

type Props = { gives: ResponseOf<typeof listWants>['gives'] }

const linkClass = 'text-primary underline'

/** What the person gives for what they want; without anything there is no ring for them. */
export function GivenLine({ gives }: Props) {
  const session = useSession()
  if (!gives) return null
  const { total, books } = gives
  const more = total - books.length
  return (
    <p className="wrap-anywhere max-w-prose">
      {total > 0 ? (
        <>
          You can give:{' '}
          {books.map(({ _id, title }, index) => (
            <span key={_id}>
              {index > 0 && ', '}
              <Link to={paths.book(_id)} className={linkClass}>
                {title}
              </Link>
            </span>
          ))}
          {more > 0 && ` and ${more.toLocaleString('en-IN')} more`}.
        </>
      ) : (
        'Add a book you can give, and we’ll look for a swap.'
      )}
      {session?.role === 'seller' && (
        <>
          {' '}
          <Link to={paths.seller.books} className={linkClass}>
            Manage Books
          </Link>
        </>
      )}
    </p>
  )
}
