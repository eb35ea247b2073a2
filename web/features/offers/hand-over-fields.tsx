import type { ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import { type HandOver, handOverLabels, handOvers } from '#contract/common/hand-overs.ts'
import { TextField } from '#web/forms/fields.tsx'
import { RadioGroup } from '#web/ui/inputs/radio-group.tsx'

type Fields = { handOver: HandOver; meetingPoint: string }

type Props = {
  /** The ways in which the seller hands books over, if they are known. */
  offered: readonly HandOver[] | undefined
  /** Shown if books are sent by post. */
  byPost: ReactNode
}

export function HandOverFields({ offered, byPost }: Props) {
  const { register, watch, formState } = useFormContext<Fields>()
  const { errors } = formState
  const handOver = watch('handOver')
  return (
    <>
      <RadioGroup
        label="Hand-over"
        error={errors.handOver?.message}
        options={(offered?.length ? offered : handOvers).map((value) => ({
          value,
          label: handOverLabels[value],
        }))}
        {...register('handOver')}
      />
      {handOver === 'meet' ? (
        <TextField
          name="meetingPoint"
          label="Where to meet"
          optional
          placeholder="A public place, such as a college gate"
        />
      ) : (
        byPost
      )}
    </>
  )
}

/**
 * Returns the choice in the replaced offer if the seller still offers it, or else the first one.
 */
export const firstHandOver = (
  offered: readonly HandOver[] = handOvers,
  replaced?: { handOver: HandOver },
): HandOver =>
  replaced && offered.includes(replaced.handOver) ? replaced.handOver : (offered[0] ?? 'meet')
