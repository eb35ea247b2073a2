// Lists that stay readable without a connection.
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Page } from '#contract/endpoint.ts'
import { findSeen, saveSeen } from '#web/session/seen-data.ts'
import { currentSession } from '#web/session/session.ts'

/** How a list that is read page by page is named in the page's memory. */
export type ListKey = readonly [path: string, reader: string, ask: object, 'pages']

type List = InfiniteData<Page<unknown>, string | undefined>

/** How many pages of a list are kept. */
const mostPages = 4

/** Keeps the first pages of a list as it was read at `atMs`, in milliseconds since 1970; nothing without data. */
export function useSaveList(
  key: ListKey,
  data: Pick<List, 'pages'> | undefined,
  atMs: number,
): void {
  const reader = key[1]
  const name = JSON.stringify(key)
  useEffect(() => {
    if (!data || currentSession()?.userId !== reader) return
    saveSeen(reader, name, { atMs, data: data.pages.slice(0, mostPages) })
  }, [reader, name, data, atMs])
}

/** Shows the list as it was read last, where it isn't shown yet; still as old as it is, so that it is read anew. */
export function restoreSavedList(client: QueryClient, key: ListKey): void {
  const seen =
    client.getQueryData(key) === undefined ? findSeen(key[1], JSON.stringify(key)) : undefined
  if (!seen) return
  const pages = seen.data as List['pages']
  // A page is asked for by the cursor of the one before it, the first by none.
  const pageParams = pages.map((_, place) => pages[place - 1]?.next)
  client.setQueryData<List>(key, { pages, pageParams }, { updatedAt: seen.atMs })
}
