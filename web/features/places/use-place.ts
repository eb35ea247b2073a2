import { AppError, errorCatalog } from '#contract/common/error-catalog.ts'
import { isPinCode, readPinCode, readPlace } from '#contract/places.ts'
import { useRead } from '#web/api/hooks.ts'

/**
 * Looks up the place of the PIN code typed so far. `error`: a complete PIN code is unknown.
 * `isFailed`: the request failed.
 */
export function usePlace(typed: string) {
  const pinCode = readPinCode(typed)
  const isWhole = isPinCode(pinCode)
  const { data, error, isFetching, refetch } = useRead(readPlace, { pinCode }, { enabled: isWhole })
  const isUnknown = isWhole && error instanceof AppError && error.code === 'place_unknown'
  return {
    isWhole,
    place: isWhole ? data : undefined,
    error: isUnknown ? errorCatalog.place_unknown[1] : undefined,
    isFailed: isWhole && error !== null && !isUnknown && !isFetching,
    askAgain: () => void refetch({ cancelRefetch: false }),
  }
}
