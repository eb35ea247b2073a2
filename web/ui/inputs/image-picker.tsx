// Pictures of a form: chosen, dropped, pasted or taken; put in order by drag or by keyboard; removed by their position.
import { ArrowLeft, ArrowRight, ImagePlus, X } from 'lucide-react'
import { type ClipboardEvent, type DragEvent, useEffect, useId, useRef, useState } from 'react'
import { IconButton } from '#web/ui/button.tsx'
import { FieldError } from './field.tsx'
import { shrink } from './shrink-image.ts'

/** A picture that is kept (an address) or new (a file). */
export type PickedImage =
  | { key: string; url: string; file?: undefined }
  | { key: string; file: File; url?: undefined }

type Props = {
  label: string
  hint?: string
  value: PickedImage[]
  onChange: (next: PickedImage[]) => void
  max: number
  tooMany: string
  /** What is said of a file that isn't a picture. */
  unreadable: string
  error?: string | undefined
}

let counter = 0

export function ImagePicker({
  label,
  hint,
  value,
  onChange,
  max,
  tooMany,
  unreadable,
  error,
}: Props) {
  const id = useId()
  const [refused, setRefused] = useState<string>()
  const [over, setOver] = useState(false)
  const [said, setSaid] = useState('')
  const [working, setWorking] = useState(false)
  const dragged = useRef<number>(undefined)
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  }, [value])

  const add = async (files: Iterable<File>) => {
    const all = [...files]
    const pictures = all.filter((file) => file.type.startsWith('image/') || file.type === '')
    const strange = pictures.length < all.length ? unreadable : undefined
    if (pictures.length === 0) return setRefused(strange)
    if (latest.current.length + pictures.length > max) return setRefused(tooMany)
    setRefused(strange)
    setWorking(true)
    const added: PickedImage[] = []
    for (const file of pictures)
      added.push({ key: `picture-${++counter}`, file: await shrink(file) })
    setWorking(false)
    if (latest.current.length + added.length > max) return setRefused(tooMany)
    onChange([...latest.current, ...added])
    setSaid(`${added.length} added`)
  }
  const move = (from: number, to: number) => {
    const picture = value[from]
    if (!picture || to < 0 || to >= value.length) return
    onChange(value.filter((_, place) => place !== from).toSpliced(to, 0, picture))
    setSaid(`Picture moved to position ${to + 1}`)
  }
  const remove = (place: number) => {
    onChange(value.filter((_, other) => other !== place))
    setRefused(undefined)
    setSaid(`Picture ${place + 1} removed`)
  }
  const drop = (event: DragEvent, to?: number) => {
    event.preventDefault()
    setOver(false)
    if (dragged.current !== undefined && to !== undefined) move(dragged.current, to)
    else if (event.dataTransfer.files.length > 0) void add(event.dataTransfer.files)
    dragged.current = undefined
  }
  const problem = refused ?? error

  return (
    <fieldset
      className="flex min-w-0 flex-col gap-2"
      aria-describedby={problem ? `${id}-error` : undefined}
      onPaste={(event: ClipboardEvent) =>
        event.clipboardData.files.length > 0 && void add(event.clipboardData.files)
      }
    >
      <legend className="font-medium text-sm">{label}</legend>
      <ul
        className={`flex flex-wrap gap-2 rounded-box border border-dashed p-2 ${over ? 'border-primary bg-primary-soft' : 'border-input'}`}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {value.map((picture, place) => (
          <li
            key={picture.key}
            draggable
            onDragStart={() => {
              dragged.current = place
            }}
            onDragEnd={() => {
              dragged.current = undefined
            }}
            onDrop={(event) => {
              event.stopPropagation()
              drop(event, place)
            }}
            className="relative flex w-24 flex-col overflow-hidden rounded-md border border-border bg-sunken"
          >
            <Preview picture={picture} alt={place === 0 ? 'Cover' : `Picture ${place + 1}`} />
            {place === 0 && (
              <span
                aria-hidden
                className="absolute top-0 left-0 rounded-br-md bg-primary px-1.5 text-on-primary text-xs"
              >
                Cover
              </span>
            )}
            <span className="flex justify-between bg-surface">
              <IconButton
                label={`Move picture ${place + 1} left`}
                disabled={place === 0}
                onClick={() => move(place, place - 1)}
                small
              >
                <ArrowLeft size={16} aria-hidden />
              </IconButton>
              <IconButton
                label={`Remove picture ${place + 1}`}
                onClick={() => remove(place)}
                small
                className="text-danger"
              >
                <X size={16} aria-hidden />
              </IconButton>
              <IconButton
                label={`Move picture ${place + 1} right`}
                disabled={place === value.length - 1}
                onClick={() => move(place, place + 1)}
                small
              >
                <ArrowRight size={16} aria-hidden />
              </IconButton>
            </span>
          </li>
        ))}
        <li>
          <label
            htmlFor={id}
            className="flex h-40 w-24 cursor-pointer flex-col items-center justify-center gap-2 rounded-md border border-border bg-surface text-center text-muted text-sm focus-within:outline-2 focus-within:outline-primary hover:bg-sunken"
          >
            <ImagePlus size={24} aria-hidden />
            {working ? 'Reading…' : 'Add pictures'}
            <input
              id={id}
              type="file"
              accept="image/*"
              multiple
              className="sr-only"
              aria-label={label}
              onChange={(event) => {
                const files = [...(event.target.files ?? [])]
                // The same file can be chosen again after it was removed.
                event.target.value = ''
                void add(files)
              }}
            />
          </label>
        </li>
      </ul>
      {hint && <p className="text-muted text-sm">{hint}</p>}
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
      {problem && (
        <div role="alert">
          <FieldError id={`${id}-error`}>{problem}</FieldError>
        </div>
      )}
    </fieldset>
  )
}

/** A picture, whether it has an address yet or not; a file's own address lives as long as it is shown. */
function Preview({ picture, alt }: { picture: PickedImage; alt: string }) {
  const [made, setMade] = useState<string>()
  useEffect(() => {
    if (!picture.file) return
    const url = URL.createObjectURL(picture.file)
    setMade(url)
    return () => URL.revokeObjectURL(url)
  }, [picture.file])
  const src = picture.url ?? made
  return src === undefined ? (
    <span className="h-32 w-full" />
  ) : (
    <img src={src} alt={alt} className="h-32 w-full object-cover" />
  )
}
