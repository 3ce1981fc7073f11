import { shortId } from '#contract/requests/short-id.ts'
import { keyWordOf, deviceWords } from '#shared/devices/device-words.ts'
import { UserText } from '#shared/parts/UserText.tsx'
import { useDayAndTime } from '../../frame/use-time-format.ts'
import type { OwnDevice } from '../keys/own-devices.ts'
import { StopDevice } from './StopDevice.tsx'
import { waitingTexts } from './waiting-texts.ts'
import { WhoCould } from './WhoCould.tsx'

type Props = { readonly device: OwnDevice; readonly onStopped: () => void }

/** What the owner of a waiting device needs to know: until when it waits, why, and what makes it quicker. */
export const OwnWaiting = ({ device, onStopped }: Props) => {
  const { own: text } = waitingTexts.use()
  const { keys } = deviceWords.use()
  const dayAndTime = useDayAndTime()
  const { id, name, usableFrom, isHere } = device
  const called = name ?? keys[keyWordOf(device)]
  return (
    <>
      <div>
        <p>
          <strong>
            <UserText>{called}</UserText>
          </strong>
        </p>
        {usableFrom !== null && <p className="numbers">{text.from(dayAndTime(usableFrom))}</p>}
        <p className="hint">{keys[keyWordOf(device)]}</p>
      </div>
      <section>
        <h2>{text.quicker}</h2>
        <p>{text.ask}</p>
        {/* Only on the device itself: elsewhere, a caller could talk the owner into reading out the code of a thief's device. */}
        {isHere && (
          <div className="spoken">
            <p>{text.code}</p>
            <p className="spoken-code numbers">{shortId(id)}</p>
          </div>
        )}
        <WhoCould />
      </section>
      <section>
        <p className="hint">{text.why}</p>
        <p className="hint">{text.told}</p>
        <p className="hint">{text.notMine}</p>
        <StopDevice isProminent id={id} name={called} onStopped={onStopped} />
      </section>
    </>
  )
}
