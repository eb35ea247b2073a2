import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import { Logo } from './logo.tsx'

type Props = {
  isMissing: boolean
  hasHeader?: boolean
}

export function PageError({ isMissing, hasHeader = false }: Props) {
  return (
    <main
      id="main"
      className="mx-auto flex min-h-[70dvh] max-w-xl flex-col items-center justify-center gap-4
        px-4 text-center"
    >
      <title>{isMissing ? 'Page not found · Dobara' : 'Something went wrong · Dobara'}</title>
      {!hasHeader && <Logo />}
      <h1 className="font-semibold text-3xl">
        {isMissing ? 'Page not found' : 'Something went wrong'}
      </h1>
      <p className="text-muted">
        {isMissing
          ? 'The address may be mistyped, or the page has moved.'
          : 'The page could not be shown. Please try again.'}
      </p>
      <div className="flex flex-wrap justify-center gap-2">
        {!isMissing && <Button onClick={() => window.location.reload()}>Retry</Button>}
        <LinkButton to={paths.home} variant={isMissing ? 'primary' : 'plain'}>
          Home
        </LinkButton>
        <LinkButton to={paths.books} variant="plain">
          Explore Books
        </LinkButton>
      </div>
    </main>
  )
}
