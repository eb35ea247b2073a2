import { type LoaderFunctionArgs, redirect } from 'react-router'
import { landingPaths } from '#web/paths.ts'

/** Redirects from an area to its dashboard. */
export function loader({ request }: LoaderFunctionArgs) {
  const [, area] = new URL(request.url).pathname.split('/')
  return redirect(landingPaths[area === 'admin' || area === 'seller' ? area : 'buyer'])
}
