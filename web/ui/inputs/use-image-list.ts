import { useEffect, useRef, useState } from 'react'
import { shrinkImage } from './shrink-image.ts'

/** A picture that is already on the server (`url`) or new (`file`). */
export type PickedImage =
  | { key: string; url: string; file?: undefined }
  | { key: string; file: File; url?: undefined }

export type ImageListOptions = {
  value: PickedImage[]
  onChange: (images: PickedImage[]) => void
  max: number
  tooMany: string
  unreadable: string
}

let lastKey = 0

export function useImageList({ value, onChange, max, tooMany, unreadable }: ImageListOptions) {
  const [error, setError] = useState<string>()
  const [announcement, setAnnouncement] = useState('')
  const [isShrinking, setIsShrinking] = useState(false)
  // More pictures can be added or removed while some are being shrunk.
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  }, [value])

  const add = async (files: Iterable<File>) => {
    const all = [...files]
    const pictures = all.filter((file) => file.type.startsWith('image/') || file.type === '')
    const typeError = pictures.length < all.length ? unreadable : undefined
    if (pictures.length === 0) return setError(typeError)
    if (latest.current.length + pictures.length > max) return setError(tooMany)
    setError(typeError)
    setIsShrinking(true)
    const added: PickedImage[] = []
    for (const file of pictures)
      added.push({ key: `picture-${++lastKey}`, file: await shrinkImage(file) })
    setIsShrinking(false)
    if (latest.current.length + added.length > max) return setError(tooMany)
    onChange([...latest.current, ...added])
    setAnnouncement(`${added.length} added`)
  }
  const move = (from: number, to: number) => {
    const picture = value[from]
    if (!picture || to < 0 || to >= value.length) return
    onChange(value.filter((_, index) => index !== from).toSpliced(to, 0, picture))
    setAnnouncement(`Picture moved to position ${to + 1}`)
  }
  const remove = (removed: number) => {
    onChange(value.filter((_, index) => index !== removed))
    setError(undefined)
    setAnnouncement(`Picture ${removed + 1} removed`)
  }
  return { add, move, remove, error, announcement, isShrinking }
}
