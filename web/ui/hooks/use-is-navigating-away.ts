import { useLocation, useNavigation } from 'react-router'

/** Whether a navigation to another page is pending. */
export function useIsNavigatingAway(): boolean {
  const { location: next } = useNavigation()
  const { pathname } = useLocation()
  return next !== undefined && next.pathname !== pathname
}
