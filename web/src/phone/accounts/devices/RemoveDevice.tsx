import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { devices, removeDevice } from '#contract/accounts/devices.ts'
import { endpointQuery } from '#shared/api/api.ts'
import { useCommand } from '#shared/commands/use-command.ts'
import { ErrorNotice } from '../../frame/ErrorNotice.tsx'
import { scrollIntoViewRef } from '../../frame/scroll-into-view.ts'
import { useUserId } from '../sessions/phone-session.tsx'
import { deleteKey } from './keys/device-keys.ts'
import { deviceTexts } from './device-texts.ts'
import type { OwnDevice } from './own-devices.ts'

type Props = {
  readonly device: OwnDevice
  readonly name: string
  /** No other enabled device is left. */
  readonly isLast: boolean
  readonly onRemoved: () => void
}

/** A button that removes a device after a confirmation. */
export const RemoveDevice = ({ device, name, isLast, onRemoved }: Props) => {
  const text = deviceTexts.use()
  const client = useQueryClient()
  const userId = useUserId()
  const [isAsking, setAsking] = useState(false)
  const remove = useCommand(removeDevice, {
    async onSuccess() {
      // The server rejects the key anyway, so failing to delete it does no harm.
      if (device.isHere) await deleteKey(userId, device.id).catch(() => {})
      const { queryKey } = endpointQuery(devices)
      client.setQueryData(queryKey, (listed) => listed?.filter(({ id }) => id !== device.id))
      onRemoved()
    },
  })
  if (!isAsking)
    return (
      <button
        type="button"
        className="button button-text"
        aria-label={text.removeOne(name)}
        onClick={() => setAsking(true)}
      >
        {text.remove}
      </button>
    )
  return (
    <section ref={scrollIntoViewRef} className="steps" aria-label={text.removeOne(name)}>
      <p role="alert">
        {text.removeQuestion} {isLast && <strong>{text.removeLast}</strong>}
      </p>
      <ErrorNotice error={remove.error} />
      <div className="decide">
        <button
          type="button"
          className="button button-outlined"
          autoFocus
          onClick={() => !remove.isPending && setAsking(false)}
        >
          {text.keep}
        </button>
        <button
          type="button"
          className="button button-danger"
          aria-disabled={remove.isPending}
          onClick={() => !remove.isPending && remove.mutate({ params: { id: device.id } })}
        >
          {remove.isPending ? text.removing : text.remove}
        </button>
      </div>
    </section>
  )
}
