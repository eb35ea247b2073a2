import { AppError, errorCatalog } from '#contract/common/errors.ts'
import { readPlace } from '#contract/places.ts'
import { useRead } from '#web/api/hooks.ts'

/** The place of what is typed so far; `error` once a whole PIN code is unknown. */
export function usePlace(typed: string) {
  const pinCode = typed.replace(/\s/g, '')
  const isWhole = /^[1-9]\d{5}$/.test(pinCode)
  const { data, error } = useRead(readPlace, { pinCode }, { enabled: isWhole })
  const isUnknown = isWhole && error instanceof AppError && error.code === 'place_unknown'
  return {
    place: isWhole ? data : undefined,
    error: isUnknown ? errorCatalog.place_unknown[1] : undefined,
  }
}
