import { type KeyboardEvent, useState } from 'react'
import { isComposing } from '#web/ui/composition.ts'
import type { Option } from './options.ts'

type Combobox = {
  options: readonly Option[]
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
  onPick: (option: Option) => void
  onRemove: (option: Option) => void
  /** Enter where no option is highlighted. */
  onEnter: () => void
}

/**
 * The keys of a search box with a list. `active` is the option that the arrows have highlighted, or
 * -1; it is known by its key, because the options change while they are read.
 */
export function useCombobox({ options, isOpen, setOpen, onPick, onRemove, onEnter }: Combobox) {
  const [activeKey, setActiveKey] = useState<string>()
  const isShown = isOpen && options.length > 0
  const active = isShown ? options.findIndex(({ key }) => key === activeKey) : -1
  const close = () => {
    setOpen(false)
    setActiveKey(undefined)
  }
  /** From the text through the options and around to it. */
  const move = (step: 1 | -1) => {
    const places = options.length + 1
    const next = ((isShown ? active : -1) + 1 + step + places) % places
    setOpen(true)
    setActiveKey(options[next - 1]?.key)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event) || event.altKey || event.ctrlKey || event.metaKey) return
    const option = options[active]
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      move(event.key === 'ArrowDown' ? 1 : -1)
    } else if (event.key === 'Escape' && isShown) {
      // The browser would empty the box.
      event.preventDefault()
      close()
    } else if (event.key === 'Enter') {
      close()
      if (option) onPick(option)
      else onEnter()
    } else if (event.key === 'Delete' && option?.kind === 'recent') {
      event.preventDefault()
      setActiveKey(options[active + 1]?.key)
      onRemove(option)
    }
  }
  return { isShown, active, close, onKeyDown, setActiveKey }
}
