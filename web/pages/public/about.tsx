import { BookHeart, Code2, Handshake, PenTool, ShieldCheck, Sprout, Users } from 'lucide-react'
import { Link } from 'react-router'
import { useLogin } from '#web/features/account/use-login.ts'
import { pageMeta } from '#web/pages/page-meta.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import type { Route } from './+types/about'
import { IconList } from './icon-list.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'About Us · Dobara',
    description:
      'Dobara gives books another reader. Our mission is to reduce book waste; ' +
      'meet the team that takes care of it.',
    matches,
    path: '/about',
  })

const values = [
  {
    icon: Sprout,
    title: 'Less waste',
    text: 'Students move on every year. Their books should too, not end up as waste paper.',
  },
  {
    icon: Handshake,
    title: 'Fair for both',
    text:
      'Every book shows its original price too, and the page of a title says what used copies ' +
      'should sell for, so nobody has to guess.',
  },
  {
    icon: ShieldCheck,
    title: 'No surprises',
    text:
      'You talk to the person who has the book before you agree on anything, ' +
      'and every order keeps its history.',
  },
]

const team = [
  {
    icon: Users,
    role: 'Product & Community',
    text: 'Listens to students, readers and shops, and decides with them what comes next.',
  },
  {
    icon: Code2,
    role: 'Engineering',
    text: 'Builds the market and keeps it fast, also on an old phone with a weak signal.',
  },
  {
    icon: PenTool,
    role: 'Design',
    text: 'Makes sure that listing a book takes minutes and finding one takes seconds.',
  },
  {
    icon: BookHeart,
    role: 'Books & Pricing',
    text: 'Knows what second-hand books sell for, and keeps the price prediction honest.',
  },
]

export default function About() {
  const openLogin = useLogin()
  return (
    <main id="main">
      <section className="border-border border-b bg-sunken">
        <div className="mx-auto flex max-w-6xl flex-col gap-4 px-4 py-14">
          <h1 className="max-w-3xl font-semibold text-4xl leading-tight sm:text-5xl">
            Books deserve to be read dobara: once more.
          </h1>
          <p className="max-w-2xl text-lg text-muted">
            Dobara is a marketplace where students, readers and shops across India buy, rent, sell
            and{' '}
            <Link to={paths.wanted} className="underline underline-offset-4">
              exchange
            </Link>{' '}
            second-hand books.
          </p>
        </div>
      </section>
      <div className="mx-auto flex max-w-6xl flex-col gap-16 px-4 py-14">
        <Mission />
        <Team />
        <section
          className="flex flex-col items-start gap-4 rounded-box bg-primary-soft p-6
          sm:p-10"
        >
          <h2 className="font-semibold text-2xl">Give a book its next reader</h2>
          <Button onClick={() => openLogin('buyer', { signup: true })}>Join Now</Button>
        </section>
      </div>
    </main>
  )
}

function Mission() {
  return (
    <section aria-labelledby="mission" className="flex flex-col gap-6">
      <h2 id="mission" className="font-semibold text-3xl">
        Our mission
      </h2>
      <p className="max-w-2xl text-lg">
        To reduce book waste. Most books are read once and then gather dust; we bring them to the
        next reader, for a price that suits both.
      </p>
      <p className="max-w-2xl text-lg text-muted">
        Where two people have nothing for each other, we find a swap between up to five: you give a
        book to one, and get the one you want from another. It happens when all accept.
      </p>
      <IconList items={values} />
    </section>
  )
}

function Team() {
  return (
    <section aria-labelledby="team" className="flex flex-col gap-6">
      <h2 id="team" className="font-semibold text-3xl">
        Our team
      </h2>
      <ul className="grid grid-cols-1 gap-4 min-[420px]:grid-cols-2 lg:grid-cols-4">
        {team.map(({ icon: Icon, role, text }) => (
          <li
            key={role}
            className="flex flex-col items-center gap-3 rounded-box border border-border
              bg-surface p-6 text-center"
          >
            <span
              className="flex size-20 items-center justify-center rounded-full bg-primary-soft
              text-primary"
            >
              <Icon size={36} strokeWidth={1.5} />
            </span>
            <h3 className="font-semibold text-lg">{role}</h3>
            <p className="text-muted text-sm">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
