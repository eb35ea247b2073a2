import { type LoaderFunctionArgs, redirect } from 'react-router'
import { landingPaths } from '#web/paths.ts'

/** Redirects from the start of an area, such as '/seller', to the area's dashboard. */
export function loader({ request }: LoaderFunctionArgs) {
  const [, area] = new URL(request.url).pathname.split('/')
  return redirect(landingPaths[area === 'admin' || area === 'seller' ? area : 'buyer'])
}
