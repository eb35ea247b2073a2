import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Page } from '#contract/common/endpoint.ts'
import { findOfflineData, saveOfflineData } from '#web/session/offline-data.ts'
import { currentSession } from '#web/session/session.ts'

export type ListKey = readonly [path: string, reader: string, input: object, 'pages']

type List = InfiniteData<Page<unknown>, string | undefined>

const maxSavedPages = 4

/**
 * Saves the first pages of a list for the person who read them. `readAtMs` is Unix time in
 * milliseconds.
 */
export function useSaveList(
  key: ListKey,
  data: Pick<List, 'pages'> | undefined,
  readAtMs: number,
): void {
  const reader = key[1]
  const name = JSON.stringify(key)
  useEffect(() => {
    if (!data || currentSession()?.userId !== reader) return
    saveOfflineData(reader, name, { atMs: readAtMs, data: data.pages.slice(0, maxSavedPages) })
  }, [reader, name, data, readAtMs])
}

/**
 * Restores a saved list into an empty cache. The list keeps its real age, so it is soon read again.
 */
export function restoreSavedList(client: QueryClient, key: ListKey): void {
  const saved =
    client.getQueryData(key) === undefined
      ? findOfflineData(key[1], JSON.stringify(key))
      : undefined
  if (!saved) return
  const pages = saved.data as List['pages']
  const pageParams = pages.map((_, index) => pages[index - 1]?.next)
  client.setQueryData<List>(key, { pages, pageParams }, { updatedAt: saved.atMs })
}
