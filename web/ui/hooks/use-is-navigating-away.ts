import { useLocation, useNavigation } from 'react-router'

export function useIsNavigatingAway(): boolean {
  const { location: next } = useNavigation()
  const { pathname } = useLocation()
  return next !== undefined && next.pathname !== pathname
}
