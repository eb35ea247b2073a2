import { passHeaders } from '#web/api/preload.ts'
import { Explore } from '#web/features/books/explore/explore.tsx'
import { type ExplorePageData, exploreMeta, loadExplore } from '#web/pages/explore-loader.ts'
import type { Route } from './+types/dashboard'

export const loader = loadExplore
export const headers = passHeaders
export const clientLoader = (): ExplorePageData => ({})
export const meta: Route.MetaFunction = ({ loaderData }) => exploreMeta(loaderData)
export const shouldRevalidate = () => false

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  return <Explore data={loaderData} />
}
