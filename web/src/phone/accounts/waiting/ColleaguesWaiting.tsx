import type { WaitingDevice } from '#contract/accounts/waiting-devices.ts'
import { Initials } from '#shared/parts/Initials.tsx'
import { Link } from '#shared/parts/Link.tsx'
import { PersonText } from '#shared/parts/PersonText.tsx'
import { UserText } from '#shared/parts/UserText.tsx'
import { keyWordOf, deviceWords } from '#shared/devices/device-words.ts'
import { sessionTexts } from '../sessions/session-texts.ts'
import { waitingPath } from './waiting-path.ts'
import { waitingTexts } from './waiting-texts.ts'

/** The waiting devices of colleagues, as cards of the inbox. */
export const ColleaguesWaiting = ({ devices }: { readonly devices: readonly WaitingDevice[] }) => {
  const { notice: text } = waitingTexts.use()
  const { keys } = deviceWords.use()
  const { erased } = sessionTexts.use()
  return (
    <section aria-label={text.title}>
      <h2>{text.title}</h2>
      <ul className="waiting">
        {devices.map(({ device, person }) => (
          <li key={device.id} className="card">
            <Link to={waitingPath(device.id)}>
              <span className="person">
                <Initials {...person} size="l" />
                <span>
                  <span>
                    <PersonText of={person} erased={erased} />
                  </span>
                  <span className="hint">{text.asks}</span>
                </span>
              </span>
              <strong>
                <UserText>{device.name ?? keys[keyWordOf(device)]}</UserText>
              </strong>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
