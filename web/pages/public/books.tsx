import { passHeaders } from '#web/api/preload.ts'
import { Explore } from '#web/features/books/explore/explore.tsx'
import type { ExploreData } from '#web/features/books/explore/preview.ts'
import { exploreMeta, loadExplore } from '#web/pages/explore-loader.ts'
import type { Route } from './+types/books'

export const loader = loadExplore
export const headers = passHeaders
export const clientLoader = (): ExploreData => ({})
export const meta = exploreMeta
export const shouldRevalidate = () => false

export default function Books({ loaderData }: Route.ComponentProps) {
  return <Explore data={loaderData} />
}
