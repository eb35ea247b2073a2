import { redirect } from 'react-router'
import { paths } from '#web/paths.ts'
import type { Route } from './+types/old-wishlist'

/** What was under other addresses before is on the wishlist. */
export const loader = ({ request }: Route.LoaderArgs) =>
  redirect(`${paths.buyer.wishlist}${new URL(request.url).search}`)
