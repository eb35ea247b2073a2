import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { findDraftPhotos, saveDraftPhotos } from '#web/session/draft-photos.ts'
import { currentSession } from '#web/session/session.ts'
import type { PickedImage } from '#web/ui/inputs/use-image-list.ts'

/**
 * Stores a draft's new photos on the device, and passes those of an earlier visit to `onRestore`.
 * `save` stores them again, and `discard` deletes the stored photos.
 */
export function useDraftPhotos(
  name: string,
  images: PickedImage[],
  { onRestore, onSave }: { onRestore: (images: PickedImage[]) => void; onSave: () => void },
) {
  const [userId] = useState(() => currentSession()?.userId)
  const isRestored = useRef(false)
  const restore = useEffectEvent(async () => {
    const files = userId ? await findDraftPhotos(userId, name) : []
    isRestored.current = true
    if (files.length > 0 && images.length === 0)
      onRestore(files.map((file, index) => ({ key: `draft-${index}`, file })))
  })
  useEffect(() => void restore(), [])
  const store = async (photos: PickedImage[]) => {
    const files = photos.flatMap(({ file }) => file ?? [])
    if (userId) await saveDraftPhotos(userId, name, files)
  }
  const saveChange = useEffectEvent((changed: PickedImage[]) => {
    if (!isRestored.current) return
    void store(changed)
    onSave()
  })
  useEffect(() => saveChange(images), [images])
  return { save: () => void store(images), discard: () => store([]) }
}
