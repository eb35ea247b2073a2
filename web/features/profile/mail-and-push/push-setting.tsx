import { useState } from 'react'
import { errorMessage } from '#web/api/client.ts'
import { Checkbox, FormError } from '#web/ui/inputs/field.tsx'
import { PushRefused, type usePush } from './use-push.ts'

const refused =
  'Your browser doesn’t allow notifications from Dobara. You can change that in its settings.'

export function PushSetting({ push }: { push: ReturnType<typeof usePush> }) {
  const [failure, setFailure] = useState<string>()
  const run = (work: Promise<void>) => {
    setFailure(undefined)
    work.catch((error: unknown) =>
      setFailure(
        error instanceof PushRefused
          ? refused
          : errorMessage(error, 'This could not be changed. Please try again.'),
      ),
    )
  }
  return (
    <fieldset className="flex flex-col" disabled={push.pending} aria-busy={push.pending}>
      <legend className="font-medium">On this device</legend>
      <Checkbox
        label="Notifications, also while Dobara is closed"
        checked={push.isOn}
        onChange={({ target }) => run(target.checked ? push.turnOn(true) : push.turnOff())}
      />
      {push.isOn && (
        <Checkbox
          label="Show names and book titles in them"
          checked={push.showsNames}
          onChange={({ target }) => run(push.turnOn(target.checked))}
        />
      )}
      <FormError>{failure}</FormError>
    </fieldset>
  )
}
