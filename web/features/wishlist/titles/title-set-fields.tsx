import { useState } from 'react'
import { type KnownTitle, listTitleSets } from '#contract/wishlist/titles.ts'
import { useRead } from '#web/api/hooks.ts'
import { Checkbox, Field, Select } from '#web/ui/inputs/field.tsx'
import { InlineLoadError } from '#web/ui/loading/load-error.tsx'
import { Loading, Skeleton } from '#web/ui/loading/loading.tsx'

type Props = { chosen: readonly KnownTitle[]; onChange: (titles: KnownTitle[]) => void }

/** The books of a class, all ticked at first. */
export function TitleSetFields({ chosen, onChange }: Props) {
  const sets = useRead(listTitleSets, {})
  const [key, setKey] = useState('')
  if (sets.isPending)
    return (
      <Loading text="Loading classes...">
        <Skeleton className="h-11" />
      </Loading>
    )
  if (sets.isError) return <InlineLoadError onRetry={() => void sets.refetch()} />
  const shown = sets.data.sets.find((set) => set.key === key)
  const choose = (next: string) => {
    setKey(next)
    onChange(sets.data.sets.find((set) => set.key === next)?.titles ?? [])
  }
  return (
    <>
      <Field label="Class">
        <Select value={key} onChange={(event) => choose(event.target.value)}>
          <option value="">Choose a class</option>
          {sets.data.sets.map((set) => (
            <option key={set.key} value={set.key}>
              {set.name}
            </option>
          ))}
        </Select>
      </Field>
      {shown && (
        <fieldset>
          <legend className="font-medium text-sm">Untick what you have already</legend>
          {shown.titles.map((title) => (
            <Checkbox
              key={title.title}
              label={<span className="text-sm leading-tight">{title.title}</span>}
              checked={chosen.includes(title)}
              onChange={({ target }) =>
                onChange(
                  shown.titles.filter((one) =>
                    one === title ? target.checked : chosen.includes(one),
                  ),
                )
              }
            />
          ))}
        </fieldset>
      )}
    </>
  )
}
