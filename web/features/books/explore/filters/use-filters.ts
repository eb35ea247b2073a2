import { useUrlFilters } from '#web/ui/hooks/use-url-filters.ts'
import {
  changeFilters,
  filterNames,
  hasListFilter,
  isFurtherTyping,
  readFilters,
} from './filters.ts'

export function useFilters() {
  const { filters, setFilters } = useUrlFilters(filterNames, {
    read: (params) => readFilters(params).filters,
    change: changeFilters,
    isFurtherTyping,
  })
  return { filters, isList: hasListFilter(filters), setFilters }
}
