// A list of options below a text field. The field keeps the focus, and the arrow keys choose an
// option.
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { isComposing } from '#web/ui/input-method.ts'

type Options<Option> = {
  options: readonly Option[]
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
  onPick: (option: Option) => void
  /** Called when Enter is pressed and no option is chosen. */
  onEnter?: () => void
}

export function useListbox<Option extends { key: string }>({
  options,
  isOpen,
  setOpen,
  onPick,
  onEnter,
}: Options<Option>) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  // The active option is stored by its key, because its index may change while a person reads.
  const [activeKey, setActiveKey] = useState<string>()
  const isShown = isOpen && options.length > 0
  const active = isShown ? options.findIndex(({ key }) => key === activeKey) : -1
  const change = (opens: boolean) => {
    setOpen(opens)
    setActiveKey(undefined)
  }
  const close = () => change(false)
  const pick = (option: Option) => {
    close()
    onPick(option)
  }
  /** Moves the choice from the text through the options and back to the text. */
  const move = (step: 1 | -1) => {
    const places = options.length + 1
    setOpen(true)
    setActiveKey(options[((active + 1 + step + places) % places) - 1]?.key)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event) || event.altKey || event.ctrlKey || event.metaKey) return
    const option = options[active]
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      move(event.key === 'ArrowDown' ? 1 : -1)
    } else if (event.key === 'Escape' && isShown) {
      // By default the browser would also empty the field, and a dialog would close.
      event.preventDefault()
      event.stopPropagation()
      close()
    } else if (event.key === 'Enter' && option) {
      event.preventDefault()
      pick(option)
    } else if (event.key === 'Enter') {
      close()
      onEnter?.()
    }
  }
  // A press outside closes the list. On phones, such a press doesn't move the focus.
  const closeOutside = useEffectEvent(({ target }: PointerEvent) => {
    if (target instanceof Node && !box.current?.contains(target)) close()
  })
  useEffect(() => {
    if (!isShown) return
    const onPress = (event: PointerEvent) => closeOutside(event)
    document.addEventListener('pointerdown', onPress)
    return () => document.removeEventListener('pointerdown', onPress)
  }, [isShown])
  return {
    id,
    /** A `ref` for the element with the field and the list. */
    box,
    options,
    isShown,
    active,
    open: () => change(true),
    close,
    pick,
    move,
    onKeyDown,
    inputProps: {
      autoComplete: 'off',
      'aria-autocomplete': 'list' as const,
      'aria-controls': isShown ? id : undefined,
      'aria-activedescendant': active >= 0 ? `${id}-${active}` : undefined,
    },
  }
}

type Props<Option extends { key: string }> = {
  list: ReturnType<typeof useListbox<Option>>
  label: string
  className: string
  listClass: string
  optionClass: string
  /** Shown beside the options. */
  aside?: ReactNode
  children: (option: Option) => ReactNode
}

export const Listbox = <Option extends { key: string }>({
  list: { id, options, active, pick },
  label,
  className,
  listClass,
  optionClass,
  aside,
  children,
}: Props<Option>) => (
  // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the focus where it is.
  <div onMouseDown={(event) => event.preventDefault()} className={className}>
    <div id={id} role="listbox" aria-label={label} className={listClass}>
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text field handles the keys.
        <div
          key={option.key}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          onClick={() => pick(option)}
          className={`flex cursor-pointer px-3 leading-tight hover:bg-sunken ${optionClass}
            ${index === active ? 'bg-sunken outline-2 outline-primary -outline-offset-2' : ''}`}
        >
          {children(option)}
        </div>
      ))}
    </div>
    {aside}
  </div>
)
