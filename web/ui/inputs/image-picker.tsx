import { ArrowLeft, ArrowRight, ImagePlus, X } from 'lucide-react'
import {
  type ClipboardEvent,
  type DragEvent,
  type HTMLAttributes,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { IconButton } from '#web/ui/button.tsx'
import { FieldError } from './field.tsx'
import { pictureFiles } from './shrink-image.ts'
import { type ImageListOptions, type PickedImage, useImageList } from './use-image-list.ts'

type Props = ImageListOptions & {
  label: string
  hint?: string
  error?: string | undefined
  hasCover?: boolean
}

export function ImagePicker({ label, hint, error, hasCover = true, ...options }: Props) {
  const { value } = options
  const id = useId()
  const list = useImageList(options)
  const { isDraggedOver, listHandlers, itemHandlers } = useDragAndDrop(list)
  const shownError = list.error ?? error
  return (
    <fieldset
      className="flex min-w-0 flex-col gap-2"
      aria-describedby={shownError ? `${id}-error` : undefined}
      onPaste={(event: ClipboardEvent) =>
        event.clipboardData.files.length > 0 && void list.add(event.clipboardData.files)
      }
    >
      <legend className="font-medium text-sm">{label}</legend>
      <ul
        className={`flex flex-wrap gap-2 rounded-box border border-dashed p-2
          ${isDraggedOver ? 'border-primary bg-primary-soft' : 'border-input'}`}
        {...listHandlers}
      >
        {value.map((picture, index) => (
          <PictureItem
            key={picture.key}
            picture={picture}
            index={index}
            count={value.length}
            isCover={hasCover && index === 0}
            onMove={(to) => list.move(index, to)}
            onRemove={() => list.remove(index)}
            {...itemHandlers(index)}
          />
        ))}
        <FileInput
          id={id}
          label={label}
          text={list.isShrinking ? 'Reading…' : 'Add pictures'}
          onFiles={(files) => void list.add(files)}
        />
      </ul>
      {hint && <p className="text-muted text-sm">{hint}</p>}
      <p aria-live="polite" className="sr-only">
        {list.announcement}
      </p>
      {shownError && (
        <div role="alert">
          <FieldError id={`${id}-error`}>{shownError}</FieldError>
        </div>
      )}
    </fieldset>
  )
}

function useDragAndDrop({ add, move }: ReturnType<typeof useImageList>) {
  const [isDraggedOver, setIsDraggedOver] = useState(false)
  const draggedIndex = useRef<number>(undefined)
  const drop = (event: DragEvent, to?: number) => {
    event.preventDefault()
    setIsDraggedOver(false)
    if (draggedIndex.current !== undefined && to !== undefined) move(draggedIndex.current, to)
    else if (event.dataTransfer.files.length > 0) void add(event.dataTransfer.files)
    draggedIndex.current = undefined
  }
  return {
    isDraggedOver,
    listHandlers: {
      onDragOver: (event: DragEvent) => {
        event.preventDefault()
        setIsDraggedOver(true)
      },
      onDragLeave: () => setIsDraggedOver(false),
      onDrop: (event: DragEvent) => drop(event),
    },
    itemHandlers: (index: number) => ({
      onDragStart: () => {
        draggedIndex.current = index
      },
      onDragEnd: () => {
        draggedIndex.current = undefined
      },
      onDrop: (event: DragEvent) => {
        event.stopPropagation()
        drop(event, index)
      },
    }),
  }
}

type PictureItemProps = Pick<
  HTMLAttributes<HTMLLIElement>,
  'onDragStart' | 'onDragEnd' | 'onDrop'
> & {
  picture: PickedImage
  index: number
  count: number
  isCover: boolean
  onMove: (to: number) => void
  onRemove: () => void
}

function PictureItem({
  picture,
  index,
  count,
  isCover,
  onMove,
  onRemove,
  ...dragHandlers
}: PictureItemProps) {
  const position = index + 1
  return (
    <li
      draggable
      {...dragHandlers}
      className="relative flex w-34 flex-col overflow-hidden rounded-md border border-border
        bg-sunken sm:w-24"
    >
      <Preview picture={picture} alt={isCover ? 'Cover' : `Picture ${position}`} />
      {isCover && (
        <span
          aria-hidden
          className="absolute top-0 left-0 rounded-br-md bg-primary px-1.5 text-on-primary text-xs"
        >
          Cover
        </span>
      )}
      <span className="flex justify-between bg-surface">
        <IconButton
          label={`Move picture ${position} left`}
          disabled={index === 0}
          onClick={() => onMove(index - 1)}
          small
        >
          <ArrowLeft size={16} />
        </IconButton>
        <IconButton
          label={`Remove picture ${position}`}
          onClick={onRemove}
          small
          className="text-danger"
        >
          <X size={16} />
        </IconButton>
        <IconButton
          label={`Move picture ${position} right`}
          disabled={index === count - 1}
          onClick={() => onMove(index + 1)}
          small
        >
          <ArrowRight size={16} />
        </IconButton>
      </span>
    </li>
  )
}

type FileInputProps = {
  id: string
  label: string
  text: string
  onFiles: (files: File[]) => void
}

const FileInput = ({ id, label, text, onFiles }: FileInputProps) => (
  <li>
    <label
      htmlFor={id}
      className="flex h-43 w-34 cursor-pointer sm:h-40 sm:w-24 flex-col items-center justify-center gap-2
        rounded-md border border-border bg-surface text-center text-muted text-sm
        focus-within:outline-2 focus-within:outline-primary hover:bg-sunken"
    >
      <ImagePlus size={24} />
      {text}
      <input
        id={id}
        type="file"
        accept={pictureFiles}
        multiple
        className="sr-only"
        aria-label={label}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          // Resets the field, because otherwise the same file can't be chosen again after it was
          // removed.
          event.target.value = ''
          onFiles(files)
        }}
      />
    </label>
  </li>
)

function Preview({ picture, alt }: { picture: PickedImage; alt: string }) {
  const [objectUrl, setObjectUrl] = useState<string>()
  const [isShown, setShown] = useState(true)
  useEffect(() => {
    if (!picture.file) return
    const url = URL.createObjectURL(picture.file)
    setObjectUrl(url)
    return () => URL.revokeObjectURL(url)
  }, [picture.file])
  const src = picture.url ?? objectUrl
  if (src === undefined) return <span className="h-32 w-full" />
  if (!isShown)
    return (
      <span
        role="img"
        aria-label={`${alt}, without a preview`}
        className="wrap-anywhere flex h-32 w-full flex-col justify-center gap-1 overflow-hidden p-1
          text-center text-muted text-xs"
      >
        <span>No preview here</span>
        <span>{picture.file?.name}</span>
      </span>
    )
  return (
    <img
      src={src}
      alt={alt}
      className="h-32 w-full object-cover"
      // Hides a new picture that the browser can't show. Few can show HEIC, but the server can read
      // it.
      onError={() => setShown(picture.file === undefined)}
    />
  )
}
