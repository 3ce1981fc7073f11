import { Navigate } from 'react-router-dom'
import { commonTexts } from '#shared/texts/common.ts'
import { PhoneScreen } from '../../frame/PhoneScreen.tsx'
import { useMemberships } from '../reads/request-queries.ts'
import { deviceTexts } from '../../accounts/devices/device-texts.ts'
import { signsHere, useOwnDevices } from '../../accounts/devices/own-devices.ts'
import { useNextPath } from '../../accounts/devices/device-link.ts'

/**
 * Where one comes who has just joined or signed in: on to where they were going, and before to setting up
 * a device where this browser is none, since that needs a fresh login. What cannot be read stops nobody.
 */
export const StartPage = () => {
  const text = deviceTexts.use()
  const { loading } = commonTexts.use()
  const next = useNextPath() ?? '/'
  const memberships = useMemberships()
  const { listed, known } = useOwnDevices()
  if (memberships.isError || listed.isError) return <Navigate to={next} replace />
  if (!memberships.data || !known) {
    return (
      <PhoneScreen title={text.title}>
        <p className="loading" role="status">
          {loading}
        </p>
      </PhoneScreen>
    )
  }
  const hasPart = memberships.data.userWorkspaces.some(
    ({ active, approver, requester }) => active && (approver || requester),
  )
  const needsDevice = hasPart && !signsHere(known)
  return <Navigate to={needsDevice ? `/device?next=${next}` : next} replace />
}
