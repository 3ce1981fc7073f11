import { useQueryClient } from '@tanstack/react-query'
import { devices, removeDevice } from '#contract/accounts/devices.ts'
import { endpointQuery } from '#shared/api/api.ts'
import { useCommand } from '#shared/commands/use-command.ts'
import { AskFirst } from '../../frame/AskFirst.tsx'
import { useUserId } from '../sessions/phone-session.tsx'
import { deleteKey } from '../keys/device-keys.ts'
import { deviceTexts } from './device-texts.ts'
import type { OwnDevice } from '../keys/own-devices.ts'

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
  const remove = useCommand(removeDevice, {
    async onSuccess() {
      // The server rejects the key anyway, so failing to delete it does no harm.
      if (device.isHere) await deleteKey(userId, device.id).catch(() => {})
      const { queryKey } = endpointQuery(devices)
      client.setQueryData(queryKey, (listed) => listed?.filter(({ id }) => id !== device.id))
      onRemoved()
    },
  })
  return (
    <AskFirst
      label={text.remove}
      name={text.removeOne(name)}
      question={
        <>
          {text.removeQuestion} {isLast && <strong>{text.removeLast}</strong>}
        </>
      }
      no={text.keep}
      yes={text.remove}
      busy={text.removing}
      isPending={remove.isPending}
      error={remove.error}
      onYes={() => remove.mutate({ params: { id: device.id } })}
    />
  )
}
