import { Link } from '#shared/parts/Link.tsx'
import { callName } from '../../frame/call-name.ts'
import { useClockTime } from '../../frame/use-time-format.ts'
import type { AskedOne } from './asking-reads.ts'
import { askingTexts } from './asking-texts.ts'

type Props = {
  readonly one: AskedOne | undefined
  readonly isLoading: boolean
}

/** Says what stands in the way of a call check with the chosen colleague, before anything is signed, and the way out. */
export const BeforeAsking = ({ one, isLoading }: Props) => (
  <div role="status" id="before-asking" tabIndex={-1} aria-busy={isLoading}>
    {one && <InTheWay one={one} />}
  </div>
)

const InTheWay = ({ one }: { readonly one: AskedOne }) => {
  const text = askingTexts.use()
  const words = useWords(one)
  if (words === null) return null
  const { obstacle } = one
  return (
    <div className={obstacle === null && one.hasDevice ? 'notice info' : 'notice warning'}>
      <p>{words}</p>
      {obstacle !== null && obstacle.requestId !== null && (
        <Link className="button button-outlined" to={`/requests/${obstacle.requestId}`}>
          {obstacle.code === 'call.opposite' ? text.answer(callName(one, text.colleague)) : text.goOn}
        </Link>
      )}
    </div>
  )
}

/** The gravest first; null if nothing stands in the way. */
const useWords = (one: AskedOne): string | null => {
  const text = askingTexts.use()
  const clockTime = useClockTime()
  const { obstacle } = one
  const who = callName(one, text.colleague)
  if (obstacle) {
    const { code, until, requestId } = obstacle
    const isOwn = code === 'request.limit' && requestId !== null
    return text.obstacles[isOwn ? 'own' : code](who, until === null ? '' : clockTime(Date.parse(until)))
  }
  if (!one.hasDevice) return text.noDevice(who)
  return one.notified ? null : text.silent(who)
}
