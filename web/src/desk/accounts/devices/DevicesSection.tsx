import { useQuery } from '@tanstack/react-query'
import { devices } from '#contract/accounts/devices.ts'
import { endpointQuery } from '#shared/api/api.ts'
import { paths } from '#shared/paths.ts'
import { QueryStates } from '#shared/reads/QueryStates.tsx'
import { DeviceRow } from './DeviceRow.tsx'
import { devicesTexts } from './devices-texts.ts'

/** The signing devices of the user. They are set up and removed on the phone page. */
export const DevicesSection = () => {
  const text = devicesTexts.use()
  const query = useQuery(endpointQuery(devices))
  return (
    <section className="card panel stack account-sessions">
      <h2>{text.title}</h2>
      <QueryStates query={query} label={text.loading} />
      {query.data?.length === 0 && <p className="muted">{text.none}</p>}
      {query.data && query.data.length > 0 && (
        <ul>
          {query.data.map((device) => (
            <DeviceRow key={device.id} device={device} />
          ))}
        </ul>
      )}
      {query.data?.some(({ state }) => state === 'waiting') && <p className="muted">{text.waits}</p>}
      <p>
        <a href={`${paths.phone}/device`}>{text.open}</a>
      </p>
    </section>
  )
}
