// Reads for a page while the server renders it.
import type { RouterContextProvider } from 'react-router'
import { type Answer, type Ask, address, type Endpoint } from '#contract/endpoint.ts'
import { readAnswer } from './client.ts'
import { pageContext } from './page-context.ts'

/** Calls a public endpoint in a page's loader. Throws a Response of the refusal's status, which the page's error boundary shows. */
export async function preload<E extends Endpoint>(context: Readonly<RouterContextProvider>, point: E, ask: Ask<E>): Promise<Answer<E>> {
  const { status, headers, body } = await context.get(pageContext).get(address(point, ask).path)
  return readAnswer(point, {
    status,
    header: (name) => (headers[name] === undefined ? null : String(headers[name])),
    text: JSON.stringify(body),
  })
}
