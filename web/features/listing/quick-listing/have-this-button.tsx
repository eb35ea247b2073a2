import { BookPlus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import type { Wanted } from '#contract/wishlist/wanted.ts'
import { useLogin } from '#web/features/account/use-login.ts'
import { addBookPath } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { usePendingAction } from '#web/session/use-pending-action.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyPart } from '#web/ui/loading/lazy-part.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

const QuickListingDialog = lazyPart(() =>
  import('./quick-listing-dialog.tsx').then((module) => module.QuickListingDialog),
)

type Props = { row: Pick<Wanted, 'title' | 'author' | 'isbn' | 'branch'> }

/**
 * Lets people list a copy of a wanted title: sellers in Add Book, buyers in a short form. Guests
 * choose an account to log in with.
 */
export function HaveThisButton({ row }: Props) {
  const { title, author, isbn } = row
  const session = useSession()
  const openLogin = useLogin()
  const location = useLocation()
  const [open, setOpen] = useState<'form' | 'choice'>()
  const close = () => setOpen(undefined)
  usePendingAction('give', {
    allowed: session?.role === 'buyer',
    matches: (asked) => asked.title === title && asked.author === author,
    carryOut: () => setOpen('form'),
  })
  const addAsSeller = () => openLogin('seller', { next: addBookPath(row) })
  const press = () => {
    if (session?.role === 'seller') addAsSeller()
    else setOpen(session?.role === 'buyer' ? 'form' : 'choice')
  }
  const logIn = (side: 'buyer' | 'seller') => {
    close()
    if (side === 'seller') return addAsSeller()
    const params = { title, author, isbn }
    const path = `${location.pathname}${location.search}`
    openLogin('buyer', { pendingAction: { kind: 'give', params, side, path } })
  }
  return (
    <>
      <Button variant="plain" size="sm" icon={<BookPlus size={18} />} onClick={press}>
        I have this
        <span className="sr-only">: {title}</span>
      </Button>
      {open === 'form' && (
        <Suspense>
          <QuickListingDialog initial={formValues(row)} onClose={close} />
        </Suspense>
      )}
      {open === 'choice' && (
        <Dialog
          open
          onClose={close}
          title="You have this book"
          description={`To list “${title}”, log in or sign up.`}
        >
          <div className="flex flex-col gap-2">
            <Button onClick={() => logIn('buyer')}>As a buyer</Button>
            <Button variant="plain" onClick={() => logIn('seller')}>
              As a seller
            </Button>
            <p className="text-muted text-sm">
              As a buyer you list a single copy in one short form. Either way you can buy and sell.
            </p>
          </div>
        </Dialog>
      )}
    </>
  )
}

const formValues = ({ title, author, isbn = '', branch = '' }: Props['row']) => ({
  title,
  author,
  isbn,
  branch,
})
