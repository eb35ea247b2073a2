import { type LoaderFunctionArgs, redirect } from 'react-router'
import { paths } from '#web/paths.ts'

/** Redirects former URLs to the wishlist. */
export function loader({ request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url)
  return redirect(paths[pathname.startsWith('/seller') ? 'seller' : 'buyer'].wishlist + search)
}
