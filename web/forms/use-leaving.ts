import { useLocation, useNavigation } from 'react-router'

/** Whether the page is on its way to another one, whose parts have yet to come. */
export function useLeaving(): boolean {
  const { location: next } = useNavigation()
  const { pathname } = useLocation()
  return next !== undefined && next.pathname !== pathname
}
