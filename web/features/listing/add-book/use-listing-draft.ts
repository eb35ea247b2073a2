import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { type BookDraft, defaultCondition, emptyDraft } from '#web/features/listing/book-draft.ts'
import { useFormDraft } from '#web/forms/use-form-draft.ts'
import { findDraftPhotos, saveDraftPhotos } from '#web/session/draft-photos.ts'
import { currentWriter } from '#web/session/session.ts'
import type { PickedImage } from '#web/ui/inputs/use-image-list.ts'

/** A seller has one draft, whichever book it is of. */
const draftName = 'listing'

/**
 * Whether this tab stores the draft, which one tab at a time does while the form is open. Undefined
 * until it is known. Where the browser has no locks, each tab stores it.
 */
export function useDraftLock(): boolean | undefined {
  const { locks } = navigator as { locks?: LockManager | null }
  const [isStored, setStored] = useState(locks ? undefined : true)
  useEffect(() => {
    const closed = Promise.withResolvers<void>()
    let isOpen = true
    const request = async () => {
      // Strict mode closes the first of two effects at once. It must not get the lock.
      await undefined
      if (!isOpen) return
      await locks?.request(`draft ${draftName}`, { ifAvailable: true }, (lock) => {
        setStored(lock !== null)
        return lock && closed.promise
      })
    }
    void request()
    return () => {
      isOpen = false
      closed.resolve()
    }
  }, [])
  return isStored
}

/**
 * The form of a listing with its photos. A draft of an earlier visit comes back, even if it is of
 * another book than `initial`. Then `otherTitle` is the title in `initial`, and `startOver` discards
 * the draft for it. If `isStored` is false, the draft is another tab's.
 */
export function useListingDraft(initial: Partial<BookDraft> | undefined, isStored: boolean) {
  const form = useForm<BookDraft>({ defaultValues: { ...emptyDraft, ...initial } })
  const { saved, discard: discardText } = useFormDraft(form, draftName, {
    staysWhenClosed: true,
    empty: emptyDraft,
    isStored,
  })
  const [hasDraft, setHasDraft] = useState(saved !== undefined)
  const [images, setImages] = useState<PickedImage[]>([])
  const discardPhotos = useDraftPhotos(images, { onRestore: setImages, isStored })
  return {
    form,
    images,
    hasDraft,
    begunAs: hasDraft ? (saved?.bookType ?? emptyDraft.bookType) : initial?.bookType,
    otherTitle: saved?.title === initial?.title ? undefined : initial?.title,
    chooseType: (bookType: BookDraft['bookType']) => {
      if (bookType === form.getValues('bookType')) return
      // Resets the number of copies, because the form of the other type may not show that field.
      const { copies } = emptyDraft
      const changed = { bookType, condition: defaultCondition[bookType], copies }
      if (form.formState.isDirty) form.setValues(changed)
      // A type without anything else is no draft.
      else form.reset({ ...form.getValues(), ...changed })
    },
    changeImages: (next: PickedImage[]) => {
      setImages(next)
      form.setValue('photoCount', next.length, { shouldDirty: true })
    },
    startOver: () => {
      form.reset({ ...emptyDraft, ...initial })
      setImages([])
      setHasDraft(false)
    },
    discard: () => {
      discardText()
      discardPhotos()
    },
  }
}

/**
 * Stores a draft's new photos on the device, and passes those of an earlier visit to `onRestore`.
 * Returns a function that deletes the stored photos.
 */
function useDraftPhotos(
  images: PickedImage[],
  { onRestore, isStored }: { onRestore: (images: PickedImage[]) => void; isStored: boolean },
) {
  const [writer] = useState(() => (isStored ? currentWriter() : undefined))
  const isRestored = useRef(false)
  const restore = useEffectEvent(async () => {
    const files = writer ? await findDraftPhotos(writer, draftName) : []
    isRestored.current = true
    if (files.length > 0 && images.length === 0)
      onRestore(files.map((file, index) => ({ key: `draft-${index}`, file })))
  })
  useEffect(() => void restore(), [])
  const store = (photos: PickedImage[]) => {
    const files = photos.flatMap(({ file }) => file ?? [])
    if (writer) void saveDraftPhotos(writer, draftName, files)
  }
  const saveChange = useEffectEvent((changed: PickedImage[]) => {
    if (isRestored.current) store(changed)
  })
  useEffect(() => saveChange(images), [images])
  return () => store([])
}
