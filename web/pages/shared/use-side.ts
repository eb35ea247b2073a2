import { useLocation } from 'react-router'
import type { Side } from '#contract/common/endpoint.ts'

/** Returns from the URL which side's page is open. For pages that both sides have. */
export const useSide = (): Side =>
  useLocation().pathname.startsWith('/seller') ? 'seller' : 'buyer'
