import type { WaitingDevice } from '#contract/accounts/waiting-devices.ts'
import { keyWordOf, deviceWords } from '#shared/devices/device-words.ts'
import { ClockIcon, PhoneIcon } from '#shared/parts/icons.tsx'
import { Initials } from '#shared/parts/Initials.tsx'
import { PersonText } from '#shared/parts/PersonText.tsx'
import { UserText } from '#shared/parts/UserText.tsx'
import { useDayAndTime } from '../../frame/use-time-format.ts'
import { membershipIn, useMemberships } from '#shared/reads/memberships.ts'
import { sessionTexts } from '../sessions/session-texts.ts'
import { waitingTexts } from './waiting-texts.ts'

/** Whose device waits, in which workspace, since when and until when. */
export const WaitingFacts = ({
  waiting: { device, person, workspaceId },
}: {
  readonly waiting: WaitingDevice
}) => {
  const { vouch: text } = waitingTexts.use()
  const { keys } = deviceWords.use()
  const { erased } = sessionTexts.use()
  const { data } = useMemberships()
  const workspace = membershipIn(data?.userWorkspaces, workspaceId)?.name
  const dayAndTime = useDayAndTime()
  return (
    <dl className="facts card">
      <div>
        <dt className="visually-hidden">{text.person}</dt>
        <dd className="person">
          <Initials {...person} size="l" />
          <div>
            <strong>
              <PersonText of={person} erased={erased} />
            </strong>
            {workspace && (
              <p className="hint">
                <UserText>{workspace}</UserText>
              </p>
            )}
          </div>
        </dd>
      </div>
      <div>
        <dt className="visually-hidden">{text.device}</dt>
        <dd className="person">
          <span className="initials initials-off initials-l">
            <PhoneIcon />
          </span>
          <div>
            {device.name !== null && (
              <strong>
                <UserText>{device.name}</UserText>
              </strong>
            )}
            <p className="hint">{keys[keyWordOf(device)]}</p>
            <p className="hint numbers">{text.since(dayAndTime(device.createdAt))}</p>
          </div>
        </dd>
      </div>
      {device.usableFrom !== null && (
        <div>
          <dt className="visually-hidden">{text.time}</dt>
          <dd className="person">
            <span className="initials initials-off initials-l">
              <ClockIcon />
            </span>
            <p className="numbers">{text.from(dayAndTime(device.usableFrom))}</p>
          </dd>
        </div>
      )}
    </dl>
  )
}
