import type { LucideIcon } from 'lucide-react'

type Item = { icon: LucideIcon; title: string; text: string }

export const IconList = ({ items }: { items: Item[] }) => (
  <ul className="grid gap-6 sm:grid-cols-3">
    {items.map(({ icon: Icon, title, text }) => (
      <li key={title} className="flex flex-col gap-2 border-primary border-t-2 pt-4">
        <Icon size={24} className="text-primary" />
        <h3 className="font-semibold text-xl">{title}</h3>
        <p className="text-muted">{text}</p>
      </li>
    ))}
  </ul>
)
