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

export const emptyFileText = (name: string): string =>
  `${name}: This file is empty or can’t be read. Please choose it again.`

let lastKey = 0

export function useImageList({ value, onChange, max, tooMany, unreadable }: ImageListOptions) {
  const [error, setError] = useState<string>()
  const [announcement, setAnnouncement] = useState('')
  const [isShrinking, setIsShrinking] = useState(false)
  // The latest list, because pictures can be added or removed while others are being shrunk.
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  }, [value])

  const add = async (files: Iterable<File>) => {
    const all = [...files]
    const pictures = all.filter((file) => file.type.startsWith('image/') || file.type === '')
    const wrong = all.filter((file) => !pictures.includes(file)).map(({ name }) => name)
    const typeError = wrong.length > 0 ? `${wrong.join(', ')}: ${unreadable}` : undefined
    if (pictures.length === 0) return setError(typeError)
    if (latest.current.length + pictures.length > max) return setError(tooMany)
    setError(typeError)
    setIsShrinking(true)
    const added: PickedImage[] = []
    const lost: string[] = []
    for (const picture of pictures) {
      const file = await shrinkImage(picture).catch(() => undefined)
      if (file) added.push({ key: `picture-${++lastKey}`, file })
      else lost.push(picture.name)
    }
    setIsShrinking(false)
    if (latest.current.length + added.length > max) return setError(tooMany)
    if (lost.length > 0) setError(emptyFileText(lost.join(', ')))
    if (added.length === 0) return
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
