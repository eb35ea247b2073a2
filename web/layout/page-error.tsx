import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Logo } from './logo.tsx'

type Props = {
  gone: boolean
  /** There is a header with the logo above. */
  underBar?: boolean
}

/** Shown for a page that doesn't exist or that failed. */
export function PageError({ gone, underBar = false }: Props) {
  return (
    <main
      id="main"
      className="mx-auto flex min-h-[70dvh] max-w-xl flex-col items-center justify-center gap-4 px-4 text-center"
    >
      <title>{gone ? 'Page not found · Dobara' : 'Something went wrong · Dobara'}</title>
      {!underBar && <Logo />}
      <h1 className="font-semibold text-3xl">{gone ? 'Page not found' : 'Something went wrong'}</h1>
      <p className="text-muted">
        {gone
          ? 'The address may be mistyped, or the page has moved.'
          : 'The page could not be shown. Please try again.'}
      </p>
      <div className="flex flex-wrap justify-center gap-2">
        {!gone && <Button onClick={() => window.location.reload()}>Retry</Button>}
        <Link to={paths.home} className={buttonClass({ look: gone ? 'primary' : 'plain' })}>
          Home
        </Link>
        <Link to={paths.books} className={buttonClass({ look: 'plain' })}>
          Explore Books
        </Link>
      </div>
    </main>
  )
}
