import { useLocation } from 'react-router'
import type { Side } from '#contract/common/endpoint.ts'

/** Returns the side whose page is open, according to the URL. For pages that both sides have. */
export const useSide = (): Side =>
  useLocation().pathname.startsWith('/seller') ? 'seller' : 'buyer'
