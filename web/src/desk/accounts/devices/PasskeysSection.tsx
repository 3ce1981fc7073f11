import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { deviceName } from '#contract/accounts/device-name.ts'
import { devices, registerDevice, registerDeviceOptions, removeDevice } from '#contract/accounts/devices.ts'
import { call, endpointQuery } from '#shared/api/api.ts'
import { formatDay } from '#shared/texts/format-time.ts'
import { knowsPasskeys, makePasskey, NoPasskey } from '#shared/sign-in/passkeys.ts'
import { ErrorNotice } from '#shared/native/Notice.tsx'
import { QueryStates } from '#shared/reads/QueryStates.tsx'
import { UserText } from '#shared/parts/UserText.tsx'
import { useLanguage } from '#shared/texts/language.ts'
import { showToast } from '#shared/dialogs/toast.tsx'
import { useCommand, useCommandSteps } from '#shared/commands/use-command.ts'
import { passkeySectionTexts } from './passkey-section-texts.ts'

const enrol = async (name: string) => {
  const offered = await call(registerDeviceOptions, { body: { kind: 'passkey' } })
  if (offered.kind !== 'passkey') throw new TypeError('these are the options of another kind')
  const response = await makePasskey(offered.options)
  return call(registerDevice, { body: { kind: 'passkey', name, response } })
}

/** The second factor of super admins. */
export const PasskeysSection = () => {
  const text = passkeySectionTexts.use()
  const language = useLanguage()
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const query = useQuery(endpointQuery(devices))
  const say = (message: string) => () => showToast({ message, severity: 'success' })
  const name = deviceName(navigator.userAgent) || text.name
  const add = useCommandSteps(registerDevice, () => enrol(name), { onSuccess: say(text.added) })
  const remove = useCommand(removeDevice, { onSuccess: say(text.removed) })
  const isBusy = add.isPending || remove.isPending
  return (
    <section className="card panel stack account-sessions">
      <h2>{text.title}</h2>
      <p>{text.text}</p>
      <QueryStates query={query} label={text.loading} />
      {query.data?.length === 0 && <p className="muted">{text.none}</p>}
      <ul>
        {query.data?.map((device) => (
          <li key={device.id}>
            <div>
              <p>
                <strong>
                  <UserText>{device.name ?? text.name}</UserText>
                </strong>
              </p>
              <p className="meta">{text.since(formatDay(device.createdAt, language, timeZone))}</p>
            </div>
            <Button
              variant="outlined"
              aria-label={text.removeNamed(device.name ?? text.name)}
              aria-disabled={isBusy}
              onClick={() => isBusy || remove.mutate({ params: { id: device.id } })}
            >
              {text.remove}
            </Button>
          </li>
        ))}
      </ul>
      <AddError error={add.error ?? remove.error} />
      {knowsPasskeys() ? (
        <div>
          <Button variant="outlined" aria-disabled={isBusy} onClick={() => isBusy || add.mutate()}>
            {add.isPending ? text.adding : text.add}
          </Button>
        </div>
      ) : (
        <p className="muted">{text.impossible}</p>
      )}
    </section>
  )
}

const AddError = ({ error }: { readonly error: unknown }) => {
  const text = passkeySectionTexts.use()
  if (!error) return null
  if (!(error instanceof NoPasskey)) return <ErrorNotice error={error} />
  return (
    <p className="notice info" role="alert">
      {text.cancelled}
    </p>
  )
}
