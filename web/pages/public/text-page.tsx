import type { ReactNode } from 'react'
import { type RouterContextProvider, useLoaderData } from 'react-router'
import { type Contact, readContact, supportEmail } from '#contract/contact.ts'
import { useRead } from '#web/api/hooks.ts'
import { preload } from '#web/api/preload.ts'
import { type Matches, pageMeta } from '#web/pages/page-meta.ts'

type Section = { title: string; texts: ReactNode[] } | { title: string; points: string[] }

export type TextContent = {
  title: string
  description: string
  path: string
  intro: string
  /** A date such as '22 November 2026'. Only the terms and the privacy page have one. */
  changedOn?: string
  sections: Section[]
}

type LoaderData = { contact: Contact | undefined }
type LoaderArgs = { context: Readonly<RouterContextProvider> }

export async function loadTextPage({ context }: LoaderArgs): Promise<LoaderData> {
  return { contact: await preload(context, readContact, {}).catch(() => undefined) }
}
export const emptyTextPage = (): LoaderData => ({ contact: undefined })

export const textPageMeta =
  ({ title, description, path }: TextContent) =>
  ({ matches }: { matches: Matches }) =>
    pageMeta({ title: `${title} · Dobara`, description, matches, path })

export function TextPage({ title, intro, changedOn, sections }: TextContent) {
  const { contact: initial } = useLoaderData<LoaderData>()
  const { data } = useRead(readContact, {}, { initial })
  const contact = data ?? { email: supportEmail }
  return (
    <main id="main" className="mx-auto flex max-w-3xl flex-col gap-8 px-4 py-10">
      <header className="flex flex-col gap-3">
        <h1 className="font-semibold text-4xl leading-tight">{title}</h1>
        <p className="text-lg text-muted">{intro}</p>
        {changedOn && <p className="text-muted text-sm">Last changed on {changedOn}.</p>}
      </header>
      {sections.map((section) => (
        <section key={section.title} className="flex flex-col gap-2">
          <h2 className="font-semibold text-2xl">{section.title}</h2>
          {'points' in section ? (
            <ul className="flex list-disc flex-col gap-1.5 pl-5">
              {section.points.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          ) : (
            section.texts.map((text, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the texts never change their order.
              <p key={index}>{text}</p>
            ))
          )}
        </section>
      ))}
      <section className="flex flex-col gap-2 rounded-box bg-primary-soft p-4">
        <h2 className="font-semibold text-2xl">Questions and complaints</h2>
        <p>
          Write to {contact.name ? `${contact.name}, ` : ''}
          <a className="wrap-anywhere text-primary underline" href={`mailto:${contact.email}`}>
            {contact.email}
          </a>
          . Say what happened, and name the book or the order: its ID is on your order’s card.
        </p>
      </section>
    </main>
  )
}
