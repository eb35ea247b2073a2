// Reads for a page while the server renders it.
import { type RouterContextProvider, data as withHeaders } from 'react-router'
import {
  type CallResult,
  type Endpoint,
  type EndpointInput,
  endpointUrl,
} from '#contract/endpoint.ts'
import { incompleteHeader } from '#contract/pages.ts'
import { readResponse } from './client.ts'
import { pageContext } from './page-context.ts'

/** Calls a public endpoint in a page's loader. Throws a Response of the refusal's status, which the page's error boundary shows. */
export async function preload<E extends Endpoint>(
  context: Readonly<RouterContextProvider>,
  point: E,
  ask: EndpointInput<E>,
): Promise<CallResult<E>> {
  const { status, headers, body } = await context.get(pageContext).get(endpointUrl(point, ask).path)
  return readResponse(point, {
    status,
    header: (name) => (headers[name] === undefined ? null : String(headers[name])),
    text: JSON.stringify(body),
  })
}

/**
 * What a page's loader gives: with a mark for the server not to keep the page when something could not be read, so that
 * one fault isn't shown to everybody after it.
 */
export function pageData<T>(
  value: T,
  { complete, status = 200 }: { complete: boolean; status?: number },
) {
  return withHeaders(value, { status, ...(!complete && { headers: { [incompleteHeader]: '1' } }) })
}

/** Passes a loader's headers on to the page; a page exports it as `headers`. */
export const passHeaders = ({ loaderHeaders }: { loaderHeaders: Headers }): Headers => loaderHeaders
