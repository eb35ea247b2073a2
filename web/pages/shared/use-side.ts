import { useLocation } from 'react-router'
import type { Side } from '#contract/common/endpoint.ts'

/** Returns whether the pages of buyers or of sellers are open, for pages that both have. */
export const useSide = (): Side =>
  useLocation().pathname.startsWith('/seller') ? 'seller' : 'buyer'
