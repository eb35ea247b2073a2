import type { Selection } from './use-selection.ts'

const boxClass = 'size-5 shrink-0 accent-primary'
/** Phones need a larger target than the box. */
const targetClass = 'flex min-h-11 min-w-9 items-center justify-center tabular:min-h-8'

type Boxes = Pick<Selection, 'isSelected' | 'isReady' | 'change' | 'changeLoaded'>

export const SelectRow = ({
  id,
  name,
  selection,
}: {
  id: string
  /** The name of the selected thing, for screen readers. */
  name: string
  selection: Boxes
}) => (
  <label className={targetClass}>
    <input
      type="checkbox"
      aria-label={`Select ${name}`}
      checked={selection.isSelected(id)}
      disabled={!selection.isReady}
      onChange={({ target }) => selection.change([id], target.checked)}
      className={boxClass}
    />
  </label>
)

/** Selects the rows that are loaded. */
export function SelectLoaded({ ids, selection }: { ids: readonly string[]; selection: Boxes }) {
  const selected = ids.filter(selection.isSelected).length
  return (
    <label className={targetClass}>
      <input
        type="checkbox"
        aria-label="Select all"
        checked={ids.length > 0 && selected === ids.length}
        disabled={!selection.isReady}
        ref={(box) => {
          if (box) box.indeterminate = selected > 0 && selected < ids.length
        }}
        onChange={({ target }) => selection.changeLoaded(ids, target.checked)}
        className={boxClass}
      />
    </label>
  )
}
