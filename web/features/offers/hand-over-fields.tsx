import type { ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import type { Side } from '#contract/common/endpoint.ts'
import { type HandOver, handOverLabels, handOversText } from '#contract/common/hand-overs.ts'
import { maxLength } from '#contract/common/policy.ts'
import { Field, Input } from '#web/ui/inputs/field.tsx'
import { RadioGroup } from '#web/ui/inputs/radio-group.tsx'

type Fields = { handOver: HandOver; meetingPoint: string }

type Props = {
  side: Side
  /** How the seller hands books over, once they have said it. */
  offered: readonly HandOver[] | undefined
  /** What stands there where books are sent by post. */
  byPost: ReactNode
}

/** How books change hands, and where two meet; in the form of an offer. */
export function HandOverFields({ side, offered, byPost }: Props) {
  const { register, watch, formState } = useFormContext<Fields>()
  const { errors } = formState
  const handOver = watch('handOver')
  return (
    <>
      <RadioGroup
        label="Hand-over"
        error={errors.handOver?.message}
        options={(['meet', 'post'] as const).map((value) => ({
          value,
          label: handOverLabels[value],
        }))}
        {...register('handOver')}
      />
      {side === 'buyer' && offered && !offered.includes(handOver) && (
        <p className="text-muted text-sm">
          This seller hands books over {handOversText(offered).toLowerCase()}. You can still ask.
        </p>
      )}
      {handOver === 'meet' ? (
        <Field label="Where to meet" optional error={errors.meetingPoint?.message}>
          <Input
            maxLength={maxLength.meetingPoint}
            placeholder="A public place, such as a college gate"
            {...register('meetingPoint')}
          />
        </Field>
      ) : (
        byPost
      )}
    </>
  )
}
