import { createContext, type RouterContextProvider, data as withHeaders } from 'react-router'
import {
  type CallResult,
  type Endpoint,
  type EndpointInput,
  endpointUrl,
} from '#contract/common/endpoint.ts'
import { incompleteHeader, type PageContext } from '#contract/pages.ts'
import { readResponse } from './read-response.ts'

/** Gives page loaders access to the server. Set only while the server renders. */
export const pageContext = createContext<PageContext>()

/** Calls a public endpoint in a page's loader. Throws AppError if the server refuses. */
export async function preload<E extends Endpoint>(
  context: Readonly<RouterContextProvider>,
  endpoint: E,
  input: EndpointInput<E>,
): Promise<CallResult<E>> {
  const { path } = endpointUrl(endpoint, input)
  const { status, headers, text } = await context.get(pageContext).get(path)
  return readResponse(endpoint, {
    status,
    header: (name) => (headers[name] === undefined ? null : String(headers[name])),
    text,
  })
}

/**
 * Returns a loader's result. Marks an incomplete page, so that the server doesn't cache the page
 * for others.
 */
export function pageData<T>(
  value: T,
  { complete, status = 200 }: { complete: boolean; status?: number },
) {
  return withHeaders(value, { status, ...(!complete && { headers: { [incompleteHeader]: '1' } }) })
}

export const passHeaders = ({ loaderHeaders }: { loaderHeaders: Headers }): Headers => loaderHeaders
