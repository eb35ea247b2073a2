import type { ComponentProps } from 'react'
import type { Endpoint, EndpointInput, ResponseOf } from '#contract/common/endpoint.ts'
import { useReadPages } from '#web/api/hooks.ts'
import { ListPage, useSearch } from '#web/layout/list-page.tsx'

type Row<E extends Endpoint> = ResponseOf<E> extends (infer R extends { _id: string })[] ? R : never

type Props<E extends Endpoint> = Omit<
  ComponentProps<typeof ListPage<Row<E>>>,
  'list' | 'search'
> & { endpoint: E; input?: EndpointInput<E> }

/** A page that lists the rows of an endpoint. With `searchLabel` it has a search box. */
export function AdminList<E extends Endpoint & { paged: true }>({
  endpoint,
  input,
  ...page
}: Props<E>) {
  const search = useSearch()
  const list = useReadPages(endpoint, { ...search.input, ...input } as EndpointInput<E>, {
    keepPrevious: input === undefined,
  })
  return <ListPage<Row<E>> {...page} search={search} list={list as never} />
}
